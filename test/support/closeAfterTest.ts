import { onTestFinished } from "vitest";

/** Closes something when the test that started it has ended, the last first. */
export function closeAfterTest<T extends { close(): Promise<unknown> }>(started: T): T {
  onTestFinished(async () => void (await started.close()));
  return started;
}
