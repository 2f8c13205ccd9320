import { expect, test } from "vitest";
import { startDailyTask } from "../../../src/service/startDailyTask.ts";

test("a daily task that fails says so in the log, with the reason", async () => {
  const logged = Promise.withResolvers<readonly string[]>();
  const log = (level: string, message: string) => logged.resolve([level, message]);
  const task = startDailyTask({ log }, "Old keys could not be removed yet", () => Promise.reject(new Error("full")));
  expect(await logged.promise).toEqual(["warning", "Old keys could not be removed yet: Error: full"]);
  await task.close();
});
