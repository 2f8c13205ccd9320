import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { planSkillTestRun } from "../../../../../src/service/testing/skill/planSkillTestRun.ts";
import { processesNaming } from "../../../../host/processes.ts";
import { hasExited } from "../../../../support/hasExited.ts";
import { noSandbox } from "../../../../support/service/noSandbox.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { createSkillFiles, createSkillTextWith } from "../../../../support/skills/skillFolder.ts";
import { createRunFolder, runSkillCases } from "../../../../support/skills/skillRun.ts";

const main = createSkillTextWith("name: my-skill\ndescription: Trims lines. Use for text files.");

/** Creates a skill with one script and one case for it. */
function createScriptSkill(script: string, expectation: object = {}, path = "scripts/run.mjs") {
  const cases = [{ name: "one", script: path, ...expectation }];
  return createSkillFiles({ "SKILL.md": main, [path]: script, "evals/scripts.json": JSON.stringify(cases) });
}

async function runScript(script: string, expectation: object = {}, path?: string) {
  const run = await runSkillCases({ files: createScriptSkill(script, expectation, path), cases: ["script"] });
  expect(run.remaining).toEqual([]);
  return run.of("script:one");
}

async function planScript(script: string) {
  const workDir = await createRunFolder();
  const plan = await planSkillTestRun(
    {
      ...{ files: createScriptSkill(script), name: "my-skill", workDir },
      ...{ model: undefined, sandbox: noSandbox, userZone: undefined },
    },
    new AbortController().signal,
  );
  return { workDir, plan, planned: requireValue(plan.cases.find(({ id }) => id === "script:one")) };
}

describe("a script case", () => {
  const upper =
    "process.stdout.write((await new Response(process.stdin).text()).toUpperCase() + process.argv[2] + '\\n');";

  test("passes when output and exit code match, except for trailing line breaks", async () => {
    const expectation = { stdin: "abc", args: ["-x y"], expect: { stdout: "ABC-x y" } };
    expect(await runScript(upper, expectation)).toMatchObject({
      status: "passed",
      output: '$ node scripts/run.mjs "-x y"\n--- stdout ---\nABC-x y\nexit code 0',
    });
  });

  test("fails with the expected and the actual output when they differ", async () => {
    const expectation = { stdin: "abc", args: ["!"], expect: { stdout: "abc!" } };
    expect(await runScript(upper, expectation)).toMatchObject({ status: "failed", expected: "abc!", actual: "ABC!" });
  });

  test("fails with every mismatch", async () => {
    const expectation = { expect: { exitCode: 2, stderr: { contains: ["usage", "oh"] }, stdout: { matches: "^b" } } };
    const failed = await runScript("console.error('oh'); console.log('a'); process.exit(3);", expectation);
    expect(failed.status).toBe("failed");
    expect(failed.message?.split("\n")).toEqual([
      "It exited with code 3, not 2.",
      "Its standard output: The pattern does not match.",
      "Its standard error: A text is missing.",
    ]);
  });

  test.each(["scripts/run.cjs", "scripts/run.js"])("runs %s as CommonJS", async (path) => {
    const script = "const { join } = require('node:path'); console.log(join('a', 'b').length, typeof module);";
    expect(await runScript(script, { expect: { stdout: "3 object" } }, path)).toMatchObject({ status: "passed" });
  });

  test("reads the skill's own files and imports its own modules", async () => {
    const files = createSkillFiles({
      "SKILL.md": main,
      "scripts/lib/shout.mjs": "export const shout = (text) => text + '!';",
      "scripts/run.mjs":
        "import { readFileSync } from 'node:fs'; import { shout } from './lib/shout.mjs'; console.log(shout(readFileSync(new URL('../assets/a.txt', import.meta.url), 'utf8')));",
      "assets/a.txt": "hi",
      "evals/scripts.yaml": "- name: one\n  script: ./scripts/run.mjs\n  expect:\n    stdout: hi!\n",
    });
    expect((await runSkillCases({ files, cases: ["script"] })).of("script:one")).toMatchObject({ status: "passed" });
  });

  test("in another language is skipped with the reason, and a missing script fails", async () => {
    expect(await runScript("print(1)", {}, "scripts/run.py")).toMatchObject({
      status: "skipped",
      message: expect.stringContaining("Only JavaScript"),
    });
    expect(await runScript("", { script: "scripts/other.mjs" })).toMatchObject({
      status: "failed",
      message: expect.stringContaining("not among the skill's files"),
    });
  });
});

describe("a script", () => {
  test("writes only in its working directory, which is empty, and has no environment, outside file, process, database or signal", async () => {
    const outside = await createRunFolder();
    await writeFile(join(outside, "secret.txt"), "canary");
    const script = `
      import { readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
      import { execSync, spawn } from "node:child_process";
      import { Worker } from "node:worker_threads";
      const tried = async (work) => { try { await work(); return "done"; } catch (error) { return error.code; } };
      console.log(JSON.stringify({
        environment: Object.keys(process.env).filter((name) => name !== "SystemRoot").sort(),
        files: readdirSync("."),
        inside: await tried(() => writeFileSync("inside.txt", "a")),
        write: await tried(() => writeFileSync(${JSON.stringify(join(outside, "written"))}, "a")),
        skill: await tried(() => writeFileSync(new URL("../SKILL.md", import.meta.url), "a")),
        link: await tried(() => symlinkSync("/", "root")),
        read: await tried(() => readFileSync(${JSON.stringify(join(outside, "secret.txt"))})),
        shell: await tried(() => execSync("true")),
        spawn: await tried(() => spawn("true")),
        worker: await tried(() => new Worker("1", { eval: true })),
        database: await tried(() => import("node:sqlite")),
        signal: await tried(() => process.kill(process.ppid, 0)),
      }));`;
    process.env.FAIRLEAD_TEST_CANARY = "canary";
    const { output } = await runScript(script);
    delete process.env.FAIRLEAD_TEST_CANARY;
    const denied = "ERR_ACCESS_DENIED";
    expect(JSON.parse(output?.split("\n")[2] ?? "")).toEqual({
      ...{ environment: ["TEMP", "TMP", "TMPDIR", "TZ"], files: [], inside: "done", write: denied, skill: denied },
      ...{ link: denied, read: denied, shell: denied, spawn: denied, worker: denied, signal: denied },
      database: "ERR_UNKNOWN_BUILTIN_MODULE",
    });
    expect(existsSync(join(outside, "written"))).toBe(false);
  });

  test("in an endless loop is ended at its time limit", async () => {
    const script = "process.on('SIGTERM', () => {}); console.log(process.pid); for (;;);";
    let pid: number | undefined;
    // A busy machine needs longer until the script runs.
    for (let timeoutMs = 1000; !pid; timeoutMs *= 2) {
      const ended = await runScript(script, { timeoutMs });
      expect(ended).toMatchObject({ status: "failed", message: expect.stringContaining("did not end within") });
      pid = Number(ended.output?.split("\n")[2]);
    }
    expect(hasExited(pid)).toBe(true);
  });

  test("is ended at once when the time of its case is over", async () => {
    const { workDir, plan, planned } = await planScript("console.log(process.pid); for (;;);");
    const limit = new AbortController();
    const running = plan.run(planned, limit.signal);
    await expect.poll(() => processesNaming(workDir).length).toBe(1);
    limit.abort();
    expect(await running).toMatchObject({ status: "failed", message: expect.stringContaining("was stopped") });
    await plan.close();
    expect(await readdir(workDir)).toEqual([]);
  });

  test("with endless output is ended, and its output is truncated", async () => {
    const ended = await runScript("import { writeSync } from 'node:fs'; for (;;) writeSync(1, 'a'.repeat(65536));");
    expect(ended).toMatchObject({ status: "failed", message: expect.stringContaining("more than 256 kB") });
    expect(ended.output?.length).toBeLessThan(300_000);
  });

  test("passes without reading its input", async () => {
    const ended = await runScript("process.exit(0)", { stdin: "a".repeat(1_000_000) });
    expect(ended).toMatchObject({ status: "passed" });
  });
});

test("closing a run ends the running script", async () => {
  const { workDir, plan, planned } = await planScript("for (;;);");
  const running = plan.run(planned, new AbortController().signal).catch(() => undefined);
  await plan.close();
  await running;
  expect(await readdir(workDir)).toEqual([]);
});

test("a script in an endless loop ends when the service is killed", async () => {
  const folder = await createRunFolder();
  const source = join(import.meta.dirname, "../../../../../src/service/deployments/process");
  await mkdir(join(folder, "skill"));
  await writeFile(join(folder, "skill", "loop.mjs"), "for (;;);");
  await writeFile(
    join(folder, "service.mjs"),
    `import { spawn } from "node:child_process";
     import { createProcessWatch, watchedSpawn } from ${JSON.stringify(join(source, "processWatch.ts"))};
     const watch = createProcessWatch();
     const child = spawn(process.execPath, [${JSON.stringify(join(folder, "skill", "loop.mjs"))}], { stdio: "ignore", ...watchedSpawn });
     watch.add(child);
     child.once("spawn", () => process.stdout.write(String(child.pid), () => process.kill(process.pid, "SIGKILL")));`,
  );
  const killed = promisify(execFile)(process.execPath, [join(folder, "service.mjs")]);
  const read = z.object({ stdout: z.string() }).parse(await killed.catch((error: unknown) => error));
  const pid = Number(read.stdout);
  await expect.poll(() => hasExited(pid)).toBe(true);
});
