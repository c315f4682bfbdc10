"""The address that Discord posts to.

uvicorn --app-dir examples --factory discord_bot.app:bot
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.concurrency import run_in_threadpool
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from discord_bot.answers import PICTURE, Data, answer
from discord_bot.throttle import Throttle
from discord_bot.waiting import Waiting


def bot() -> FastAPI:
    return create_app(os.environ["DISCORD_PUBLIC_KEY"], Waiting("waiting.sqlite"))


def create_app(public_key: str, waiting: Waiting) -> FastAPI:
    key = VerifyKey(bytes.fromhex(public_key))
    throttle = Throttle()
    app = FastAPI(openapi_url=None)

    @app.post("/interactions")
    async def interactions(request: Request) -> Response:
        body = await request.body()
        if not is_from_discord(key, request.headers, body):
            raise HTTPException(401, "the signature does not fit")
        return sent(await run_in_threadpool(answer, json.loads(body), waiting, throttle))

    return app


def sent(answered: Data) -> Response:
    """An answer as Discord takes it: JSON, or a form if there is a picture with it."""
    picture = answered.pop(PICTURE, None)
    written = json.dumps(answered).encode()
    if picture is None:
        return Response(written, media_type="application/json")
    between = secrets.token_hex(16)
    parts = {
        '"payload_json"\r\nContent-Type: application/json': written,
        f'"files[0]"; filename="{PICTURE}"\r\nContent-Type: image/png': picture,
    }
    form = b"".join(
        f"--{between}\r\nContent-Disposition: form-data; name={head}\r\n\r\n".encode()
        + each
        + b"\r\n"
        for head, each in parts.items()
    )
    kind = f"multipart/form-data; boundary={between}"
    return Response(form + f"--{between}--\r\n".encode(), media_type=kind)


def is_from_discord(key: VerifyKey, headers: Mapping[str, str], body: bytes) -> bool:
    """Discord signs what it sends, and now and then tries whether anybody looks."""
    try:
        signature = bytes.fromhex(headers["x-signature-ed25519"])
        key.verify(headers["x-signature-timestamp"].encode() + body, signature)
    except (KeyError, ValueError, BadSignatureError):
        return False
    return True
