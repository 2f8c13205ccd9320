import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty folder, which is removed after the test. */
export function createTemporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "fairlead-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
