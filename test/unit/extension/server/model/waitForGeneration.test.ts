import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../../../src/contract/dialectProfile.ts";
import { waitForGeneration } from "../../../../../src/extension/server/commands/runGeneration.ts";
import { startDialectService } from "../../../../support/dialect/dialectService.ts";

const states = ["generating", "ready", "failed"].map((is) => ({ when: { "$.status": is }, is }));
const profile: DialectProfile = { version: 2, dialect: "other", operations: {}, kinds: { server: { states } } };

/** Waits for a service whose server has the states, the last one for ever; only waits advance the clock. */
async function waitFor(...words: readonly string[]) {
  const left = [...words];
  const { client, asked } = await startDialectService(
    () => ({ body: [{ id: "s", name: "Pets", status: left.length > 1 ? left.shift() : left[0] }] }),
    profile,
    undefined,
    false,
  );
  let now = 0;
  const wait = async (ms: number) => {
    now += Math.min(ms, 3000);
  };
  const { signal } = new AbortController();
  const end = waitForGeneration(client, { id: "s", name: "Pets" }, signal, { wait }, () => now);
  return { end, waitedMs: () => now, asked };
}

describe("a generation whose state is not known", () => {
  test.each([
    ["succeeds", ["BREWING", "BREWING", "ready"], "ready"],
    ["fails", ["BREWING", "generating", "failed"], "failed"],
  ])("is watched until it %s", async (_what, words, expected) => {
    const { end, asked } = await waitFor(...words);
    expect((await end).status).toBe(expected);
    expect(asked).toHaveLength(words.length);
  });

  test("is no longer watched after a minute", async () => {
    const { end, waitedMs } = await waitFor("BREWING");
    expect((await end).status).toEqual({ unknown: "BREWING" });
    expect(waitedMs()).toBeGreaterThan(60_000);
    expect(waitedMs()).toBeLessThanOrEqual(63_000);
  });
});

test("a generation that goes on is watched for half an hour", async () => {
  const { end, waitedMs } = await waitFor("generating");
  await expect(end).rejects.toThrow("Pets is still being generated after half an hour.");
  expect(waitedMs()).toBeGreaterThan(30 * 60_000);
});
