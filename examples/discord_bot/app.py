"""The address that Discord posts to.

uvicorn --app-dir examples --factory discord_bot.app:bot
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from fastapi.concurrency import run_in_threadpool
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from discord_bot.answers import answer
from discord_bot.waiting import Waiting


def bot() -> FastAPI:
    return create_app(os.environ["DISCORD_PUBLIC_KEY"], Waiting("waiting.sqlite"))


def create_app(public_key: str, waiting: Waiting) -> FastAPI:
    key = VerifyKey(bytes.fromhex(public_key))
    app = FastAPI(openapi_url=None)

    @app.post("/interactions")
    async def interactions(request: Request) -> dict[str, Any]:
        body = await request.body()
        if not is_from_discord(key, request.headers, body):
            raise HTTPException(401, "the signature does not fit")
        return await run_in_threadpool(answer, json.loads(body), waiting)

    return app


def is_from_discord(key: VerifyKey, headers: Mapping[str, str], body: bytes) -> bool:
    """Discord signs what it sends, and now and then tries whether anybody looks."""
    try:
        signature = bytes.fromhex(headers["x-signature-ed25519"])
        key.verify(headers["x-signature-timestamp"].encode() + body, signature)
    except (KeyError, ValueError, BadSignatureError):
        return False
    return True
