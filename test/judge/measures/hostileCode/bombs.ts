import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProcessWatch } from "../../../../src/service/deployments/process/processWatch.ts";
import type { ProgramEnd } from "../../../../src/service/testing/skill/runProgram.ts";
import { maximumScriptOutput, runScript } from "../../../../src/service/testing/skill/runScript.ts";
import type { MeasureSize } from "../../figure.ts";

interface Bomb {
  readonly code: string;
  readonly endedBy: readonly ProgramEnd["endedBy"][];
  /** Whether it takes seconds to exhaust its resource. */
  readonly slow?: true;
}

/** Each must be ended by the service or end by itself, and leave nothing. */
const all: Readonly<Record<string, Bomb>> = {
  "an endless loop": { code: "for (;;);", endedBy: ["time"] },
  "a loop that takes no signal": { code: "process.on('SIGTERM', () => {}); for (;;);", endedBy: ["time"] },
  "a wait without end": { code: "setInterval(() => {}, 1000);", endedBy: ["time"] },
  "output without end": {
    code: "const flood = () => process.stdout.write('x'.repeat(65536), flood); flood();",
    endedBy: ["output"],
  },
  "errors without end": {
    code: "const flood = () => process.stderr.write('x'.repeat(65536), flood); flood();",
    endedBy: ["output"],
  },
  "a fork bomb": {
    code: "const { fork } = process.getBuiltinModule('node:child_process'); for (;;) fork(process.argv[1]);",
    endedBy: [undefined],
  },
  "a promise bomb": { code: "const more = () => Promise.resolve().then(more); more();", endedBy: ["time"] },
  "a bad pattern": { code: "/^(a+)+$/.test('a'.repeat(40) + 'b');", endedBy: ["time"] },
  "a memory bomb": {
    code: "const all = []; for (;;) all.push(new Array(1e6).fill(1.5));",
    endedBy: ["signal"],
    slow: true,
  },
};

export async function bombs(
  { code, work }: { readonly code: string; readonly work: string },
  watch: ProcessWatch,
  size: MeasureSize,
): Promise<{ readonly figure: string; readonly findings: readonly string[] }> {
  const chosen = Object.entries(all).filter(([, { slow }]) => size === "full" || !slow);
  const findings = await Promise.all(
    chosen.map(async ([name, { code: source, endedBy }], index) => {
      const script = `bomb${index}.mjs`;
      writeFileSync(join(code, script), source);
      const order = {
        folder: code,
        script,
        args: [],
        stdin: "",
        timeoutMs: endedBy.includes("time") ? 2000 : 60_000,
        workDir: work,
        sandbox: undefined,
      };
      const end = await runScript(order, watch, new AbortController().signal);
      if (!endedBy.includes(end.endedBy)) return `${name} was ended by ${end.endedBy}: ${end.stderr.slice(0, 200)}`;
      if (end.stdout.length > maximumScriptOutput || end.stderr.length > maximumScriptOutput)
        return `${name} wrote too much`;
      return undefined;
    }),
  );
  const left = readdirSync(work);
  const wrong = findings.filter((one) => one !== undefined);
  return {
    figure: `${chosen.length} bombs: ${chosen.length - wrong.length} ended, ${left.length} files left`,
    findings: [...wrong, ...left.map((name) => `left behind: ${name}`)],
  };
}
