"""Codes that only a server gives, or the command that starts one."""

from __future__ import annotations

from astragal.service.codes.code import Area, Code

SERVER: Area = {
    "too-many-questions": Code(
        "You asked more in a short time than this server answers to one client.",
        "Wait as many seconds as the header Retry-After says.",
    ),
    "too-many-at-once": Code(
        "The server has more to do than it can.",
        "Ask again in a moment, as the header Retry-After says.",
    ),
    "slow-question": Code(
        "The question did not arrive in time.",
        "Send it again; over a slow line, send less.",
    ),
    "foreign-host": Code(
        "The server was called by a name that is not its own.",
        "Use the address it shows when it starts; `--allow-host` lets it go by other names.",
    ),
    "foreign-origin": Code(
        "A page of another site asked. The server answers its own page alone.",
        "Open the server's own page, or ask from a program instead of a page.",
    ),
    "no-such-place": Code(
        "There is nothing at this address of the server.",
        "`/openapi.json` lists all there is, and `/` is the page.",
    ),
    "wrong-method": Code(
        "The address is right, but is not asked in this way.",
        "The header Allow says which method to use.",
    ),
    "not-http": Code(
        "What was sent is not a request that the server understands.",
        "Ask with HTTP; live connections are not offered here.",
    ),
    "not-ready": Code(
        "The server has just been started and has no worker yet.",
        "Ask again in a second.",
    ),
    "busy": Code(
        "All workers are at work, and enough questions wait already.",
        "Ask again in a moment, as the header Retry-After says.",
    ),
    "closing": Code("The server is being stopped.", "Ask again when it is back."),
    "internal-error": Code(
        "Something is wrong with the server, not with the question.",
        "Tell whoever runs it: the log says what happened.",
    ),
    "not-a-query": Code(
        "The part of the address behind the question mark is not made of name=value.",
        "Write `?expression=2d6`, and spell special characters with a percent sign.",
    ),
    "no-server": Code(
        "What `astragal serve` needs is not installed.",
        "Install the extra: `pip install 'astragal[server]'`.",
    ),
    "no-log": Code(
        "The file for the log cannot be written.",
        "Name another with `--log`, in a folder that you may write to.",
    ),
    "port-taken": Code(
        "Another program serves at this port already.",
        "Choose another with `--port`; the hint names one that is free.",
    ),
    "port-forbidden": Code(
        "The system keeps this port for its administrator.",
        "Choose a port of 1024 or more with `--port`.",
    ),
    "no-such-host": Code(
        "The address after `--host` is none of this machine.",
        "Leave it out to serve this machine alone, or write 0.0.0.0 to serve its network.",
    ),
    "no-port": Code(
        "Nothing can be served at this address and port.",
        "Choose others with `--host` and `--port`.",
    ),
}
