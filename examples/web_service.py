"""Dice over HTTP in thirty lines, on the library alone.

uvicorn --app-dir examples web_service:app
"""

from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from astragal import STRANGERS, AstragalError, Audience, aio

app = FastAPI(title="Dice")
LIMITS = STRANGERS.replaced(seconds=2)


@app.exception_handler(AstragalError)
def refused(_: Request, error: AstragalError) -> JSONResponse:
    return JSONResponse(error.to_dict(audience=Audience.PLAYER), status_code=422)


@app.get("/roll")
async def roll(dice: str) -> dict[str, Any]:
    """A roll, as a record that can be checked: /roll?dice=4d6kh3"""
    return (await aio.roll(dice, limits=LIMITS)).to_data()


@app.get("/odds")
async def odds(dice: str) -> dict[str, Any]:
    """The exact chance of every outcome: /odds?dice=4d6kh3"""
    return (await aio.odds(dice, limits=LIMITS)).to_data()


@app.post("/verify")
async def verify(record: dict[str, Any]) -> str:
    """What a record says, if its faces lead to that."""
    return str(await aio.verify(record, limits=LIMITS))
