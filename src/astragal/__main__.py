"""``python -m astragal`` is the ``astragal`` command."""

from astragal.cli.main import main

if __name__ == "__main__":
    main()
