"""Weights of a network in 8 or 12 bits: whole numbers and a scale for each block of 32 along a row."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BLOCK = 32
"""Weights that share one scale."""

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
