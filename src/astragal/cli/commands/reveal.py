"""``astragal reveal``."""

from __future__ import annotations

from astragal.cli.asking import Way
from astragal.cli.call import Call, text_file
from astragal.cli.own_options import EXPLAIN, JSON, RULES
from astragal.cli.reading import text_of
from astragal.cli.rules.sets import recorded_rules
from astragal.cli.wrong_use import PlainCommand
from astragal.hidden import Secret, reveal
from astragal.service.questions.reveal import Reveal


class RevealCall(Call):
    """Tell what a roll with a hidden difficulty came to, and prove that nobody changed it since.

    \b
    astragal play triumph check --ability 3 --hidden dc=15 --secret dc.json --json > roll.json
    astragal reveal roll.json dc.json

    The exit status is 1 if the secret is not the one of the record.
    """

    name = "reveal"
    ways = (Way(Reveal, (RULES, EXPLAIN, JSON), called="a roll"),)
    arguments = (text_file("record", "RECORD"), text_file("secret", "SECRET"))

    def answer(self) -> None:
        known = recorded_rules(self.typed["rules"])
        secret = Secret.from_data(text_of(self.typed["secret"], "secret"))
        record = text_of(self.typed["record"], "record")
        self.show_roll(reveal(record, secret, rules=known, limits=self.limits))


command = RevealCall.command(PlainCommand)
