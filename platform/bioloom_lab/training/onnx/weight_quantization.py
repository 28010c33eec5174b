"""Weight quantization to 8 or 12 bits: whole numbers and a scale for each block of 32 along a row."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BLOCK = 32
"""Weights that share one scale."""

_TOP = 63  # the greatest weight of an integer product
_LOW = 16  # what the four lower bits of twelve count


@dataclass(frozen=True, slots=True)
class Packed:
    """A matrix of shape (rows, columns) as ``scale * (16 * high + low)``, or ``scale * high`` in 8 bits.

    `high` is int8 of shape (rows, blocks, block); `low` holds two numbers of four bits a byte, the first
    half of each block in the upper bits, shape (rows, blocks, block / 2); `scale` is float16,
    (rows, blocks, 1).
    """

    high: NDArray[np.int8]
    scale: NDArray[np.float16]
    low: NDArray[np.uint8] | None = None

    def unpack(self) -> NDArray[np.float32]:
        """Give the matrix back, as near as the bits allow: float32 of shape (rows, columns)."""
        whole = self.high.astype(np.float32)
        if self.low is not None:
            low = np.concatenate([self.low >> 4, self.low & 15], axis=-1).astype(np.float32)
            whole = whole * _LOW + low
        return (whole * self.scale.astype(np.float32)).reshape(len(self.high), -1)


def pack(matrix: NDArray[np.float32], bits: int) -> Packed:
    """Round a matrix, whose columns are a multiple of the block, to 8 or 12 bits.

    >>> matrix = np.linspace(-1, 1, 64, dtype=np.float32).reshape(2, 32)
    >>> bool(abs(pack(matrix, 8).unpack() - matrix).max() < 0.005)
    True
    >>> bool(abs(pack(matrix, 12).unpack() - matrix).max() < 0.001)
    True
    """
    if bits not in (8, 12):
        raise ValueError(f"weights are packed in 8 or 12 bits, not {bits}")
    top = 2 ** (bits - 1) - 1
    blocks = matrix.reshape(len(matrix), -1, BLOCK)
    scale = (np.abs(blocks).max(axis=-1, keepdims=True) / top).astype(np.float16)
    divisor = np.where(scale > 0, scale, 1).astype(np.float32)
    whole = np.clip(np.round(blocks / divisor), -top - 1, top).astype(np.int16)
    if bits == 8:
        return Packed(whole.astype(np.int8), scale)
    low = (whole & 15).astype(np.uint8)
    first, second = low[..., : BLOCK // 2], low[..., BLOCK // 2 :]
    return Packed((whole >> 4).astype(np.int8), scale, ((first << 4) | second).astype(np.uint8))


@dataclass(frozen=True, slots=True)
class Quantisation:
    """A range of numbers as whole numbers from 0 to 255: ``scale * (whole - zero)``."""

    scale: NDArray[np.float32]
    zero: NDArray[np.uint8]


def quantisation(low: float, high: float) -> Quantisation:
    """Lay 256 even steps over a range; 0 is one of them.

    >>> found = quantisation(-1.0, 1.55)
    >>> int(found.zero), round(float(found.scale), 6)
    (100, 0.01)
    """
    low, high = min(low, 0.0), max(high, 0.0)
    scale = (high - low) / 255 or 1.0
    return Quantisation(np.array(scale, np.float32), np.array(round(-low / scale), np.uint8))


@dataclass(frozen=True, slots=True)
class PackedColumns:
    """A matrix for integer products, ``scale * whole``: int8 (inputs, outputs), and a scale an output."""

    whole: NDArray[np.int8]
    scale: NDArray[np.float32]


def pack_columns(matrix: NDArray[np.float32]) -> PackedColumns:
    """Round a matrix of shape (outputs, inputs) to 7 bits, so that no pair of products overflows 16 bits.

    A processor without VNNI adds two products of 8 bits in 16: 2 * 255 * 63 still fits.
    """
    scale = (np.abs(matrix).max(axis=1) / _TOP).astype(np.float32)
    divisor = np.where(scale > 0, scale, 1)[:, None]
    whole = np.round(matrix / divisor).astype(np.int8)
    return PackedColumns(np.ascontiguousarray(whole.T), scale)
