import { type ChildProcess, spawn } from "node:child_process";
import { copyFile, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runConformance } from "../../support/servers/conformance.ts";
import { builtRuntime } from "../../support/testBuild.ts";

let folder = "";
let child: ChildProcess | undefined;
let url = "";

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "fairlead-server-")));
  await copyFile(await builtRuntime(), join(folder, "runtime.mjs"));
  await copyFile(join(import.meta.dirname, "../../fixtures/conformanceServer.mjs"), join(folder, "server.mjs"));
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

const applicable = [
  "server-initialize",
  "ping",
  "tools-list",
  "dns-rebinding-protection",
  "server-sse-multiple-streams",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-error",
  "tools-call-with-progress",
  "json-schema-2020-12",
];

test.each([
  ["directly", {}],
  ["through a proxy that adds headers", { "X-Added": "1" }],
])("the runtime passes each scenario of the official suite that applies to it, %s", async (_, headers) => {
  const { passed, failed, skipped } = await runConformance(url, headers);
  expect(failed).toEqual([]);
  expect(passed).toEqual(applicable);
  expect(skipped.every(({ reason }) => reason !== "" && !reason.includes("has no tool"))).toBe(true);
});
