"""``python -m astragal`` runs the ``astragal`` command."""

from astragal.cli.start import run

if __name__ == "__main__":
    run()
