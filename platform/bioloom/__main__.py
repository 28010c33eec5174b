"""`bioloom` and `python -m bioloom`: the command line; an interrupt is no error from the first import on."""

import sys


def main() -> None:
    """Run the command line; what is interrupted while it is imported says so in one line."""
    try:
        from bioloom.cli.app import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("stopped\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
