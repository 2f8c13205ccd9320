import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { planSkillTestRun } from "../../../../../src/service/testing/skill/planSkillTestRun.ts";
import { processesNaming } from "../../../../host/processes.ts";
import { noSandbox } from "../../../../support/service/noSandbox.ts";
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
  test("does not receive the service's environment", async () => {
    process.env.FAIRLEAD_TEST_CANARY = "canary";
    const seen = await runScript("console.log(JSON.stringify(Object.keys(process.env).sort()))");
    delete process.env.FAIRLEAD_TEST_CANARY;
    const names = z.array(z.string()).parse(JSON.parse(seen.output?.split("\n")[2] ?? ""));
    expect(names.filter((name) => name !== "SystemRoot")).toEqual(["TEMP", "TMP", "TMPDIR", "TZ"]);
  });

  test("writes only in its working directory, which is empty at the start", async () => {
    const outside = join(await createRunFolder(), "written");
    const script = `
      import { readdirSync, writeFileSync, symlinkSync } from "node:fs";
      const tried = (work) => { try { work(); return "done"; } catch (error) { return error.code; } };
      console.log(JSON.stringify([
        readdirSync(".").length,
        tried(() => writeFileSync("inside.txt", "a")),
        tried(() => writeFileSync(${JSON.stringify(outside)}, "a")),
        tried(() => writeFileSync(new URL("../SKILL.md", import.meta.url), "a")),
        tried(() => symlinkSync("/", "root")),
      ]));`;
    const stdout = '[0,"done","ERR_ACCESS_DENIED","ERR_ACCESS_DENIED","ERR_ACCESS_DENIED"]';
    expect(await runScript(script, { expect: { stdout } })).toMatchObject({ status: "passed" });
    expect(existsSync(outside)).toBe(false);
  });

  test("cannot read outside files, start a process or a worker, open a database or send a signal", async () => {
    const secret = join(await createRunFolder(), "secret.txt");
    await writeFile(secret, "canary");
    const script = `
      import { readFileSync } from "node:fs";
      import { execSync, spawn } from "node:child_process";
      import { Worker } from "node:worker_threads";
      const tried = async (work) => { try { await work(); return "done"; } catch (error) { return error.code; } };
      console.log(JSON.stringify([
        await tried(() => readFileSync(${JSON.stringify(secret)})),
        await tried(() => execSync("true")),
        await tried(() => spawn("true")),
        await tried(() => new Worker("1", { eval: true })),
        await tried(() => import("node:sqlite")),
        await tried(() => process.kill(process.ppid, 0)),
      ]));`;
    const denied = '"ERR_ACCESS_DENIED"';
    const stdout = `[${denied},${denied},${denied},${denied},"ERR_UNKNOWN_BUILTIN_MODULE",${denied}]`;
    const ended = await runScript(script, { expect: { stdout } });
    expect(ended).toMatchObject({ status: "passed" });
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
    expect(isAlive(pid)).toBe(false);
  });

  test("is ended at once when the time of its case is over", async () => {
    const files = createScriptSkill("console.log(process.pid); for (;;);");
    const workDir = await createRunFolder();
    const plan = await planSkillTestRun(
      { files, model: undefined, name: "my-skill", workDir, sandbox: noSandbox, userZone: undefined },
      new AbortController().signal,
    );
    const planned = plan.cases.find(({ id }) => id === "script:one");
    if (!planned) throw new Error("There is no script case.");
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
  const workDir = await createRunFolder();
  const files = createScriptSkill("for (;;);");
  const plan = await planSkillTestRun(
    { files, model: undefined, name: "my-skill", workDir, sandbox: noSandbox, userZone: undefined },
    new AbortController().signal,
  );
  const planned = plan.cases.find(({ id }) => id === "script:one");
  if (!planned) throw new Error("There is no script case.");
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
  await expect.poll(() => isAlive(pid)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
