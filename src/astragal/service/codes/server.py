"""Codes of the server: errors at startup, and errors before a question reaches the engine."""

from __future__ import annotations

from astragal.service.codes.code import Area, Code

_AGAIN = "Ask again in a few seconds."

SERVER: Area = {
    "too-many-questions": Code("You ask faster than the server answers strangers.", _AGAIN),
    "too-many-at-once": Code("Several of your questions wait already.", "Wait for their answers."),
    "busy": Code("The server has more questions than it can answer.", _AGAIN),
    "closing": Code("The server is being stopped.", "Ask another one, or later."),
    "not-ready": Code("The server is not up yet.", _AGAIN),
    "slow-question": Code("A question did not arrive in time.", "Send it in one piece."),
    "internal-error": Code("The server made a mistake.", "Report it, with what you asked."),
    "no-such-place": Code("There is nothing at this address.", "See `/openapi.json`."),
    "wrong-method": Code("The address does not take this method.", "Use GET or POST."),
    "not-a-query": Code("The query is not made of `name=value`.", "Join such pairs by `&`."),
    "packed-question": Code("The question is compressed.", "Send it as it is."),
    "not-utf-8": Code("The question is in another charset than UTF-8.", "Send it in UTF-8."),
    "unreadable-range": Code(
        "The part of a file that is asked for cannot be read.", "Ask for all of it."
    ),
    "no-such-range": Code("A file has no such part.", "Ask for all of it."),
    "not-http": Code("This is not an HTTP request.", "Use a browser, or a library for HTTP."),
    "headers-too-long": Code(
        "The address and headers of a request are too long.", "Ask by POST, or send fewer of them."
    ),
    "foreign-host": Code(
        "The request names a host that is not this server.", "Use the address it was started for."
    ),
    "foreign-origin": Code("A page of another host asked.", "Ask from the server's own page."),
    "port-taken": Code("Another program uses the port.", "Choose another one by `--port`."),
    "port-forbidden": Code("You may not use this port.", "Choose one above 1023."),
    "no-port": Code("Nothing can be served at this port.", "Choose another one."),
    "no-such-host": Code("This machine does not have this address.", "Use `127.0.0.1`."),
    "no-server": Code("What the server needs is not installed.", "Install `astragal[server]`."),
    "no-log": Code("The log cannot be written.", "Choose another file."),
}
