import type { TestContext } from "vitest";
import type { OpenWindow } from "../window.ts";

/** Writes `failed-<name of the test>.png` of a window after a failed test; for `beforeEach`. */
export function takeFailureScreenshots({ onTestFailed }: TestContext, window: OpenWindow): void {
  onTestFailed(async ({ task }) => {
    await window.picture(`failed-${task.name.replaceAll(/[^a-z0-9]+/gi, "-").toLowerCase()}`);
  });
}
