import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { createProcessWatch } from "../../../src/service/deployments/process/processWatch.ts";
import { processRunner } from "../../../src/service/deployments/runners/processDriver.ts";
import { runScript } from "../../../src/service/testing/skill/runScript.ts";
import { createServerProgram, neverAborted } from "../../support/service/serverProgram.ts";
import type { Measure, MeasureSize } from "../figure.ts";
import { bombs } from "./hostileCode/bombs.ts";

const came = z.object({ tried: z.number(), done: z.array(z.string()), environment: z.array(z.string()) });

/** The allowed variables in a deployed server's environment. A script has fewer. */
const known =
  /^(NODE_ENV|PORT|HOST|NODE_CHANNEL_FD|NODE_CHANNEL_SERIALIZATION_MODE|TMPDIR|TEMP|TMP|TZ|SystemRoot|ELECTRON_RUN_AS_NODE)$/;

export const hostileCode: Measure = {
  id: "S6",
  goal: "hostile servers and scripts under the permission model: nothing read, written, started or signalled; all bounded",
  needs: "node",
  measure: async (size: MeasureSize) => {
    const place = makePlace();
    const watch = createProcessWatch();
    const socket = createServer().listen(join(place.outside, "agent.sock"));
    try {
      process.env.FAIRLEAD_CANARY = "canary";
      const before = readdirSync(place.outside).sort().join();
      const server = await asServer(place.code, watch);
      const script = await asScript(place, watch);
      const burst = await bombs(place, watch, size);
      const added = readdirSync(place.outside).sort().join() === before ? 0 : 1;
      const findings = [
        ...server.done.map((what) => `a server could ${what}`),
        ...script.done.map((what) => `a script could ${what}`),
        ...[...server.environment, ...script.environment]
          .filter((name) => !known.test(name))
          .map((name) => `the environment holds ${name}`),
        ...burst.findings,
        ...(added > 0 ? ["Something was made outside."] : []),
      ];
      const figure = `${server.tried + script.tried} attempts: ${server.done.length + script.done.length} succeeded, ${added} traces outside; ${burst.figure}`;
      return { figure, met: findings.length === 0, findings };
    } finally {
      delete process.env.FAIRLEAD_CANARY;
      socket.close();
      await watch.close();
      rmSync(place.root, { recursive: true, force: true });
    }
  },
};

export type Place = ReturnType<typeof makePlace>;

function makePlace() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "fairlead-hostile-")));
  const folders = { root, code: join(root, "code"), outside: join(root, "outside"), work: join(root, "work") };
  for (const folder of [folders.code, folders.outside, folders.work]) mkdirSync(folder);
  const { code, outside } = folders;
  writeFileSync(join(outside, "secret.key"), "secret");
  writeFileSync(join(outside, "outside.mjs"), "export default 1;");
  writeFileSync(join(outside, "outside.cjs"), "module.exports = 1;");
  writeFileSync(join(outside, "variables"), "STOLEN=1");
  new DatabaseSync(join(outside, "secret.db")).close();
  copyFileSync(join(import.meta.dirname, "hostileCode/attempts.mjs"), join(code, "server.mjs"));
  const targets = { secret: join(outside, "secret.key"), folder: outside, home: homedir(), parent: process.pid };
  writeFileSync(join(code, "targets.json"), JSON.stringify(targets));
  return folders;
}

async function asServer(folder: string, watch: ReturnType<typeof createProcessWatch>) {
  const lines: string[] = [];
  const environment = { NODE_OPTIONS: "--allow-fs-read=*", LD_PRELOAD: "/none.so" };
  const program = createServerProgram({ folder, environment, watch, onLine: (line) => void lines.push(line) });
  const started = await processRunner.start(program, neverAborted);
  await started.exited;
  return resultIn(lines);
}

async function asScript({ code, work }: Place, watch: ReturnType<typeof createProcessWatch>) {
  const order = {
    folder: code,
    script: "server.mjs",
    args: [],
    stdin: "",
    timeoutMs: 60_000,
    workDir: work,
    sandbox: undefined,
  };
  const { stdout, stderr } = await runScript(order, watch, new AbortController().signal);
  return resultIn([...stdout.split("\n"), ...stderr.split("\n")]);
}

function resultIn(lines: readonly string[]) {
  const line = lines.find((one) => one.startsWith(`{"tried"`));
  if (line === undefined) throw new Error(`The attempts broke off: ${lines.slice(0, 20).join("\n")}`);
  return came.parse(JSON.parse(line));
}
