import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const file = join(import.meta.dirname, "../../../../../src/service/deployments/process/processWatch.ts");

test("a pending close keeps the process alive", async () => {
  const code = `
    import { createProcessWatch } from ${JSON.stringify(file)};
    const watch = createProcessWatch();
    watch.add(999_999_999);
    await watch.close();
    console.log("closed");`;
  const ended = promisify(execFile)(process.execPath, ["--no-warnings", "--input-type=module", "-e", code]);
  expect((await ended).stdout).toBe("closed\n");
});
