import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty folder. It ends with the test, unless `closeLater` gets what removes it. */
export function createTemporaryFolder(closeLater: (close: () => void) => void = onTestFinished): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "fairlead-test-")));
  closeLater(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
