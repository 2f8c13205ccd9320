import { afterEach, beforeEach, expect, test } from "vitest";
import { askApiKeyExpiry, toExpiryTime } from "../../../../../src/extension/account/commands/apiKeyExpiry.ts";
import {
  createScriptedPrompts,
  escapeAnswer,
  type ScriptedAnswer,
} from "../../../../support/editor/scriptedPrompts.ts";

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = "America/New_York";
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test("a day of an API key is a day of the user, also where the clock changes", () => {
  const end = (date: string) => toExpiryTime({ kind: "date", date }, 0);
  expect(end("2040-02-29")).toBe("2040-03-01T05:00:00.000Z");
  expect(end("2026-11-01")).toBe("2026-11-02T05:00:00.000Z");
});

test("the choices name the days of the user, and today can be chosen until it is over", async () => {
  // The evening of the 30th in New York.
  const now = Date.parse("2026-12-01T01:00:00.000Z");
  const ask = async (...answers: readonly ScriptedAnswer[]) => {
    const prompts = createScriptedPrompts(...answers);
    const asked = { title: "Key", step: { number: 1, total: 1 }, now };
    const expiry = await askApiKeyExpiry(prompts, { kind: "never" }, asked);
    return { expiry, offered: prompts.offered[0]?.map(({ description }) => description) };
  };
  expect((await ask(escapeAnswer)).offered?.[0]).toBe("Until 2026-12-30");
  expect((await ask("Until a date...", "2026-11-30")).expiry).toEqual({ kind: "date", date: "2026-11-30" });
  await expect(ask("Until a date...", "2026-11-29")).rejects.toThrow("This day has passed");
});
