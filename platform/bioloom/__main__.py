"""`python -m bioloom`: the command line where its script is not on the path."""

from bioloom.cli.app import main

if __name__ == "__main__":
    main()
