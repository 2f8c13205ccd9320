import { expect, test } from "vitest";
import type { Progress } from "../../../../../src/extension/base/ports.ts";
import { joinProgress } from "../../../../../src/extension/server/commands/deploy/joinProgress.ts";

function createProgress() {
  const shown: string[] = [];
  const stop = new AbortController();
  const progress: Progress = {
    run: async ({ title }, work) => {
      shown.push(title);
      const value = await work((message) => void shown.push(message), stop.signal);
      shown.push("closed");
      return value;
    },
  };
  return { progress, shown, stop };
}
const step = (title: string) => ({ title, in: "notification" }) as const;

test("steps share one notification, which opens with the first and closes at the end", async () => {
  const { progress, shown } = createProgress();
  const joined = joinProgress(progress, "Deploying Pets");
  expect(shown).toEqual([]);
  expect(await joined.run(step("Testing Pets"), async () => 1)).toBe(1);
  await joined.run(step("Deploying Pets"), async (report) => report("starting"));
  expect(shown).toEqual(["Deploying Pets", "Testing Pets", "starting"]);
  joined.end();
  await expect.poll(() => shown.at(-1)).toBe("closed");
});

test("it is closed while the user is asked, and a step after that opens it again", async () => {
  const { progress, shown } = createProgress();
  const joined = joinProgress(progress, "Deploying Pets");
  await joined.run(step("Deploying Pets"), async () => {});
  joined.end();
  await expect.poll(() => shown).toEqual(["Deploying Pets", "closed"]);
  await joined.run(step("Deploying Pets"), async () => {});
  expect(shown).toEqual(["Deploying Pets", "closed", "Deploying Pets"]);
  joined.end();
});

test("a cancel reaches the step that runs, and a failure of it is that of the step", async () => {
  const { progress, stop } = createProgress();
  const joined = joinProgress(progress, "Deploying Pets");
  const failed = joined.run(step("Testing Pets"), async (_, signal) => {
    stop.abort();
    signal.throwIfAborted();
  });
  await expect(failed).rejects.toThrow("aborted");
  joined.end();
});
