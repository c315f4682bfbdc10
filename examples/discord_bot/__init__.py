"""A Discord bot on the library alone: dice, odds, a game's rule and a game of our own.

Discord posts every command, and every press of a button, to an address of ours, and shows what we
answer. Read `commands` (what can be typed), `answers` (what comes back), `waiting` (rolls that wait
for a button), `throttle` (how often each may ask) and `app` (the address, and who is let in).
"""
