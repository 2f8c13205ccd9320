import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createProcessWatch } from "../../../../../../src/service/deployments/process/processWatch.ts";
import { runAgentProgram } from "../../../../../../src/service/testing/skill/agent/runAgentProgram.ts";
import { createTemporaryFolder } from "../../../../../support/createTemporaryFolder.ts";

test("an agent without a sandbox has ended when it has, whatever it leaves running with its output", async () => {
  const home = createTemporaryFolder();
  mkdirSync(join(home, "work"));
  const watch = createProcessWatch();
  onTestFinished(() => watch.close());
  const script = "setsid sleep 600 & echo $!";
  const { stdout, exitCode, endedBy } = await runAgentProgram(
    {
      program: { path: "/bin/sh", command: ["/bin/sh"], readable: [], folders: [] },
      ...{ arguments: ["-c", script], environment: {}, input: "", files: home, home, confinement: undefined },
    },
    watch,
    new AbortController().signal,
  );
  process.kill(Number(stdout), "SIGKILL");
  expect([exitCode, endedBy]).toEqual([0, undefined]);
});
