import { type ChildProcess, spawn } from "node:child_process";
import { copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runConformance } from "../../support/servers/conformance.ts";
import { createSkillText } from "../../support/skills/skillText.ts";
import { builtRuntime } from "../../support/testBuild.ts";

let folder = "";
let child: ChildProcess | undefined;
let url = "";

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "fairlead-server-")));
  await copyFile(await builtRuntime(), join(folder, "runtime.mjs"));
  await copyFile(join(import.meta.dirname, "../../fixtures/conformanceServer.mjs"), join(folder, "server.mjs"));
  await mkdir(join(folder, "skills/greet"), { recursive: true });
  await writeFile(join(folder, "skills/greet/SKILL.md"), createSkillText("greet"));
  const server = spawn(process.execPath, ["--permission", `--allow-fs-read=${folder}`, join(folder, "server.mjs")], {
    env: {},
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  child = server;
  url = await new Promise((resolve, reject) => {
    let output = "";
    server.stderr?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const found = /http:\S+/.exec(output)?.[0];
      if (found) resolve(found);
    });
    server.once("exit", () => reject(new Error(output)));
  });
});

afterAll(async () => {
  child?.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

test.each([
  ["directly", {}],
  ["through a proxy that adds headers", { "X-Added": "1" }],
])("the runtime passes each scenario of the official suite that applies to it, %s", async (_, headers) => {
  const { passed, failed, skipped } = await runConformance(url, headers);
  expect(failed).toEqual([]);
  expect(passed).toHaveLength(24);
  expect(skipped.filter(({ reason }) => reason.includes("has no tool"))).toEqual([]);
});
