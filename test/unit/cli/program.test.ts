import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readTestedServer } from "../../../src/cli/commands/test.ts";
import { runCommand } from "../../support/cli/runCommand.ts";
import { createDeploymentEvent, finishedDeployment } from "../../support/client/finishedDeployment.ts";
import { createTemporaryFolder } from "../../support/createTemporaryFolder.ts";
import { createPetDocument } from "../../support/documents/petDocument.ts";
import { longTest } from "../../support/longTest.ts";
import { startHttpServer } from "../../support/services/startHttpServer.ts";
import { builtCli } from "../../support/testBuild.ts";

const before = createPetDocument();
const after = before
  .replace('"listOrders"', '"readOrders", "x-mcp": { "name": "readOrders" }')
  .replace('"openapi": "3.1.0"', '"openapi": "3.1.1"');
const limit = [{ name: "limit", in: "query", required: true, schema: { type: "integer" } }];
const update = { target: "$.paths['/pets'].get", update: { parameters: limit } };
const overlay = JSON.stringify({ overlay: "1.0.0", info: { title: "o", version: "1" }, actions: [update] }, null, 1);

/** What Node 20 has not. */
const asNode20 = "--import=data:text/javascript,delete Map.groupBy;delete Promise.withResolvers;";

/** Runs the program in a folder, with a folder of its own for temporary files. */
async function start(cwd: string, args: readonly string[], program?: readonly string[]) {
  const command = program ?? [await builtCli()];
  const temporary = mkdtempSync(join(cwd, "tmp-"));
  const { FAIRLEAD_URL: _, FAIRLEAD_KEY: __, ...environment } = process.env;
  const child = spawn(process.execPath, ["--no-warnings", ...command, ...args], {
    ...{ cwd, env: { ...environment, TMPDIR: temporary, TEMP: temporary }, detached: true },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const ended = once(child, "close").then(([code]) => ({ code, output, errors, left: readdirSync(temporary) }));
  return { pid: child.pid ?? 0, temporary, ended };
}

const run = async (...started: Parameters<typeof start>) => (await start(...started)).ended;

function createFolder(files: Readonly<Record<string, string>>): string {
  const folder = createTemporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test("gate is one file that needs no other, and names what breaks with its place", async () => {
  const cwd = createFolder({ "old.json": before, "new.json": after, "new.overlay.json": overlay });
  const copy = [asNode20, join(cwd, "fairlead.mjs")];
  await copyFile(await builtCli(), join(cwd, "fairlead.mjs"));
  const overlays = ["--overlay", "", "--overlay", "new.overlay.json"];
  const outputs = ["--github", "--junit", "results/gate.xml", "--summary", "summary.md"];
  const { code, output, errors } = await run(cwd, ["gate", "old.json", "new.json", ...overlays, ...outputs], copy);
  expect({ code, errors }).toEqual({ code: 1, errors: "" });
  const line = after.slice(0, after.indexOf("readOrders")).split("\n").length - 1;
  const lines = output.split("\n");
  expect(lines.slice(0, 4)).toEqual([
    "new.json:14:7: breaking: listPets (GET /pets): input.limit is required now.",
    `new.json:${line}:7: breaking: readOrders (GET /orders): The tool was called listOrders and is called readOrders now.`,
    `new.json:${line}:7: compatible: readOrders (GET /orders): The title of the tool changed.`,
    "Changes of Pets for callers: 2 breaking, 1 compatible",
  ]);
  expect(lines.slice(4)).toEqual([
    "::error file=new.json,line=14,title=breaking%3A listPets (GET /pets)::input.limit is required now.",
    expect.stringContaining(`::error file=new.json,line=${line},title=breaking%3A readOrders (GET /orders)::The tool`),
    "",
  ]);
  expect(readFileSync(join(cwd, "results/gate.xml"), "utf8")).toContain('failures="2"');
  expect(readFileSync(join(cwd, "summary.md"), "utf8")).toContain("2 breaking");
  writeFileSync(join(cwd, "renamed.json"), before.replace("listOrders", "readOrders"));
  expect(await runCommand(["gate", "old.json", "renamed.json", "--json"], { cwd })).toMatchObject({
    code: 0,
    output: expect.stringContaining(
      '"name": "listOrders (GET /orders)",\n      "message": "The title of the tool changed."',
    ),
  });
  expect(await runCommand(["gate", "old.json", "old.json", "--json"], { cwd })).toMatchObject({
    code: 0,
    output: '{\n  "breaks": false,\n  "changes": []\n}\n',
  });
});

longTest(
  "gate reads a revision of Git with the files that it refers to, and no file outside of the folder",
  async () => {
    const reference = { $ref: "parts/pets.json" };
    const document = JSON.stringify({ ...JSON.parse(before), paths: { "/pets": reference } }, null, 1);
    const cwd = createFolder({ "api.json": document, ".api.json": before });
    const git = (...args: readonly string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd, stdio: "pipe" });
    const writeParts = (name: string) => {
      const answer = { 200: { description: "fine" } };
      writeFileSync(
        join(cwd, "parts", "pets.json"),
        JSON.stringify({ [name]: { operationId: name, responses: answer } }),
      );
    };
    execFileSync("mkdir", ["parts"], { cwd });
    writeParts("get");
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "first");
    writeParts("put");
    const { code, output } = await run(join(cwd, "parts"), ["gate", "git:HEAD:api.json", "../api.json"]);
    expect(output).toContain("parts/pets.json:1:2: breaking: get (GET /pets): The tool is gone.");
    expect(code).toBe(1);
    writeFileSync(join(cwd, "fairlead.tests.yaml"), "cases: []");
    const context = { cwd, environment: {}, signal: AbortSignal.abort(), programFolder: cwd, print: () => {} };
    expect(await readTestedServer({ target: "git:HEAD:.api.json", variable: [] }, context)).toMatchObject({
      suite: undefined,
    });
    const dotted = await run(join(cwd, "parts"), ["gate", "git:HEAD:.api.json", "git:HEAD:./../.api.json"]);
    expect(dotted.code).toBe(0);
    // A change that adds the document, or its overlay, breaks no caller.
    const added = await run(cwd, ["gate", "git:HEAD:new.json", ".api.json"]);
    expect(added).toMatchObject({ code: 0, output: expect.stringContaining("is new and has no callers yet") });
    writeFileSync(join(cwd, "broken.json"), "{");
    expect(await run(cwd, ["gate", "git:HEAD:new.json", "broken.json"])).toMatchObject({ code: 1 });
    const overlaid = ["--overlay", "git:HEAD:new.overlay.yaml", "--overlay", ""];
    expect(await run(cwd, ["gate", "git:HEAD:.api.json", ".api.json", ...overlaid])).toMatchObject({ code: 0 });
    expect(await run(cwd, ["gate", "git:gone:.api.json", ".api.json"])).toMatchObject({
      ...{ code: 2, errors: expect.stringContaining("git:gone:.api.json cannot be read.") },
    });
    const outside = { "/pets": { $ref: "../api.json" }, "/odd": { $ref: "a%2Fb%ZZ.json" } };
    writeFileSync(join(cwd, "parts", "outside.json"), JSON.stringify({ ...JSON.parse(before), paths: outside }));
    const refused = await run(join(cwd, "parts"), ["gate", "outside.json", "outside.json"]);
    expect(refused).toMatchObject({ code: 2, errors: expect.stringContaining('The file "../api.json" is not there.') });
  },
);

test("generate writes a server whose recorded cases pass and fail, and nothing stays behind", async () => {
  const cwd = createFolder({ "api.json": before });
  expect(await run(cwd, ["generate", "api.json", "--out", "server"])).toMatchObject({
    ...{ code: 0, output: "server: 3 tools, 9 files.\n" },
  });
  const programFolder = dirname(await builtCli());
  const again = await runCommand(["generate", "api.json", "--out", "server"], { cwd, programFolder });
  expect(again).toMatchObject({
    code: 2,
    errors: expect.stringContaining("is not empty. Replace its server with --force"),
  });
  const answer = { status: 200, contentType: "application/json", body: [{ name: "Rex" }] };
  const upstream = [{ request: { method: "GET", path: "/api/pets" }, response: answer }];
  const createCase = (name: string, contains: string) => ({
    name,
    tool: "listPets",
    upstream,
    expect: { text: { contains } },
  });
  const cases = [createCase("finds Rex", "Rex"), createCase("finds Tom", "Tom")];
  writeFileSync(join(cwd, "server", "fairlead.tests.json"), JSON.stringify(cases, null, 1));
  const { code, output, left } = await run(cwd, ["test", "server", "--junit", "results.xml"]);
  expect(output).toContain("passed: finds Rex");
  expect(output).toMatch(/^server\/fairlead\.tests\.json:\d+: failed: finds Tom: /m);
  expect({ code, left }).toEqual({ code: 1, left: [] });
  expect(readFileSync(join(cwd, "results.xml"), "utf8")).toContain('failures="1"');
});

longTest("generate replaces no server but its own, and leaves other files there", async () => {
  const files = { "api.json": before, "server.mjs": 'import { serve } from "./runtime.mjs";\n\nconst own = 1;\n' };
  const cwd = createFolder({ ...files, "runtime.mjs": "" });
  const refused = await run(cwd, ["generate", "api.json", "--out", ".", "--force"]);
  expect(refused).toMatchObject({ code: 2, errors: expect.stringContaining("is not empty. Choose another one.") });
  expect(readFileSync(join(cwd, "server.mjs"), "utf8")).toBe(files["server.mjs"]);
  await run(cwd, ["generate", "api.json", "--out", "out"]);
  const listTools = () => readdirSync(join(cwd, "out", "tools"));
  const earlier = listTools();
  writeFileSync(join(cwd, "out", "tools", "own.mjs"), "");
  writeFileSync(join(cwd, "api.json"), before.replaceAll("orders", "bills").replace("listPets", "readPets"));
  expect(await run(cwd, ["generate", "api.json", "--out", "out", "--force"])).toMatchObject({ code: 0 });
  expect(readFileSync(join(cwd, "out", "tools", "pets.mjs"), "utf8")).toContain('name: "listPets"');
  expect(listTools()).toContain("own.mjs");
  expect(earlier.filter((name) => !listTools().includes(name))).toEqual(["orders.mjs"]);
});

test("a document with errors is not tested, and its problems have their places", async () => {
  const cwd = createFolder({ "api.json": before.replace('"3.1.0"', '"9.1.0"') });
  const { code, output } = await runCommand(["test", "api.json"], { cwd });
  expect(output).toMatch(/^api\.json:2:\d+: error: /);
  expect(code).toBe(1);
});

longTest.each(["process", "group"])(
  "an interruption of the %s ends the service and removes its folder",
  async (target) => {
    const cwd = createFolder({ "api.json": before });
    const { pid, temporary, ended } = await start(cwd, ["test", "api.json"]);
    await expect.poll(() => readdirSync(temporary)).toHaveLength(1);
    const folder = join(temporary, readdirSync(temporary)[0] ?? "");
    await expect.poll(() => readdirSync(folder)).toContain("service.json");
    const { pid: service } = JSON.parse(readFileSync(join(folder, "service.json"), "utf8"));
    process.kill(target === "group" ? -pid : pid, "SIGINT");
    expect(await ended).toMatchObject({ code: 2, errors: "fairlead: Interrupted.\n", left: [] });
    expect(() => process.kill(service, 0)).toThrow("ESRCH");
  },
);

function createServerItem(): object {
  const { id: liveDeploymentId, serverId: id, projectId, createdAt, updatedAt, etag } = finishedDeployment;
  const stored = { id, createdAt, updatedAt, etag, archivedAt: null, projectId };
  const texts = { name: "Pets", slug: "pets", description: "", status: "ready", statusDetail: null, source: null };
  const version = { artifactId: null, latestVersion: null, liveDeploymentId, desiredState: "running", toolCount: null };
  return { ...stored, ...texts, ...version, problems: [], environment: {}, variables: [], accounts: [] };
}

test("logs that are followed end when nothing reads them any more", async () => {
  const event = (sequence: number) => `data: ${JSON.stringify(createDeploymentEvent(sequence, "line"))}\n\n`;
  const reading = Promise.withResolvers<ServerResponse>();
  const items: Readonly<Record<string, object>> = {
    "/api/v1/servers": createServerItem(),
    "/api/v1/deployments": { ...finishedDeployment, status: "running" },
  };
  const url = await startHttpServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://service");
    if (pathname === "/api/v1/deployment/events") {
      response.writeHead(200, { "Content-Type": "text/event-stream" }).write(event(1));
      return reading.resolve(response);
    }
    response.setHeader("Content-Type", "application/json");
    return response.end(JSON.stringify({ items: [items[pathname]], nextCursor: null }));
  });
  const child = spawn(process.execPath, ["--no-warnings", await builtCli(), "logs", "Pets", "--follow"], {
    ...{ cwd: createFolder({}), env: { ...process.env, FAIRLEAD_URL: url, FAIRLEAD_KEY: "k" } },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "close");
  await once(child.stdout, "data");
  child.stdout.destroy();
  await once(child.stdout, "close");
  (await reading.promise).write(event(2));
  expect(await ended).toEqual([0, null]);
});
