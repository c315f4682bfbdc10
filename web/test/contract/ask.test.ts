import { describe, expect, it, vi } from "vitest";

import { Unreachable, type Carrier, type Reply } from "../../src/carrier/carrier";
import { askThrough, problemOf, ProblemError } from "../../src/contract";

const carrying = (reply: Reply): Carrier => ({ ask: () => Promise.resolve(reply) });
const PROBLEM = { code: "empty", message: "there is nothing to roll" };

describe("a question", () => {
  it("is carried with its name and fields", async () => {
    const seen: unknown[] = [];
    const carrier: Carrier = {
      ask: (question) => {
        seen.push(question);
        return Promise.resolve({ status: 200, body: '{"games":[]}' });
      },
    };
    expect(await askThrough(carrier)("read", { text: "d6" })).toEqual({ games: [] });
    expect(seen).toEqual([{ ask: "read", text: "d6" }]);
  });

  it("leaves the page a moment before a large answer is drawn", async () => {
    const heard: string[] = [];
    const ask = askThrough(carrying({ status: 200, body: JSON.stringify({ games: ["x".repeat(200_000)] }) }));
    const asked = ask("games", {}).then(() => heard.push("answer"));
    setTimeout(() => heard.push("page"));
    await new Promise((resolve) => setTimeout(resolve));
    await asked;
    expect(heard).toEqual(["page", "answer"]);
  });

  it("is refused by a problem", async () => {
    const asked = askThrough(carrying({ status: 422, body: JSON.stringify(PROBLEM) }))("games", {});
    await expect(asked).rejects.toBeInstanceOf(ProblemError);
    expect(problemOf(await asked.catch((error: unknown) => error))?.code).toBe("empty");
  });

  it("is refused by what is no problem document, such as a proxy's page", async () => {
    const asked = askThrough(carrying({ status: 503, body: "<html>" }))("games", {});
    expect(problemOf(await asked.catch((error: unknown) => error))).toMatchObject({ code: "unreachable", status: 503 });
  });

  it("is a mistake of the page if anything else goes wrong", () => {
    const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(problemOf(new TypeError("oops"))?.message).toContain("oops");
    expect(problemOf(new Unreachable("gone"))?.code).toBe("unreachable");
    expect(told).toHaveBeenCalledOnce();
    told.mockRestore();
  });

  it("has no problem if nobody wants it any more", () => {
    expect(problemOf(new DOMException("", "AbortError"))).toBeNull();
  });
});
