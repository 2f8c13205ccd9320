import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createVersion } from "../../../src/cli/service/createVersion.ts";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { runCommand } from "../../support/cli/runCommand.ts";
import { createTemporaryFolder } from "../../support/createTemporaryFolder.ts";
import { createPetDocument } from "../../support/documents/petDocument.ts";
import { createTinyServerFiles } from "../../support/servers/tinyServer.ts";
import { startServedService, startServiceInMemory } from "../../support/service/servedService.ts";
import { testControl } from "../../support/service/testControl.ts";
import { startJsonService } from "../../support/services/jsonService.ts";
import { testDeadline } from "../../support/testDeadline.ts";
import { writeFile } from "../../support/writeFile.ts";

const { service, api, project } = await startServedService();
const environment = { FAIRLEAD_URL: service.url, FAIRLEAD_KEY: service.firstKey };

function writeTinyServer(): string {
  const folder = createTemporaryFolder();
  const files = [...createTinyServerFiles("healthy"), { path: "node_modules/left.out", content: "" }];
  for (const { path, content } of files) writeFile(folder, path, content);
  return folder;
}

test("deploys a folder, says its state, prints its log and follows it until it is interrupted", async () => {
  const cwd = writeTinyServer();
  const server = await api.call("servers.create", { projectId: project.id, name: "Tiny" });
  const run = (...args: readonly string[]) => runCommand(args, { cwd, environment });
  expect(await run("status", "Tiny")).toMatchObject({ code: 1, output: "Tiny  draft\n" });
  expect(await run("logs", "Tiny")).toMatchObject({
    code: 2,
    errors: "fairlead: Tiny was never deployed. Deploy it first.\n",
  });
  const deployed = await run("deploy", "tiny", "--folder", ".");
  expect(deployed).toMatchObject({ code: 0, output: expect.stringContaining("tiny 0.1.0: running http") });
  const state = JSON.parse((await run("status", server.id, "--json")).output);
  expect(state.servers).toMatchObject([{ id: server.id, name: "Tiny", status: "running", version: "0.1.0" }]);
  const { code, output } = await run("logs", "Tiny");
  expect(code).toBe(0);
  expect(output).toMatch(/^\S+Z info: The server is running\.$/m);
  const interruption = new AbortController();
  const onOutput = (text: string) => {
    if (text.includes("The server is running.")) interruption.abort();
  };
  const following = { environment, signal: interruption.signal, onOutput };
  expect((await runCommand(["logs", "Tiny", "--follow"], following)).code).toBe(0);
  const previewed = await run("deploy", "Tiny", "--folder", ".", "--preview");
  expect(previewed.output).toMatch(/^Tiny 0\.1\.0: running as a preview, at http\S+@0\.1\.0\n$/);
  expect(await run("rehearse", "Tiny")).toMatchObject({
    code: 2,
    errors: expect.stringContaining("No calls of the live version were recorded."),
  });
  expect(await run("rehearse", "Tiny", "--allow-empty")).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /^skipped: rehearsal: No calls of the live version were recorded\..*\n.*: 1 skipped\n$/s,
    ),
  });
  expect((await run("promote", "Tiny")).output).toMatch(/^Tiny 0\.1\.0: running http[^@]+\n$/);
  expect(await run("promote", "Tiny")).toMatchObject({
    code: 2,
    errors: "fairlead: Tiny has no preview. See fairlead deploy --preview.\n",
  });
  expect((await run("rehearse", "Tiny")).errors).toContain("Tiny has no preview. See fairlead deploy --preview.");
  const missing = await run("deploy", "tony");
  expect(missing.errors).toContain('The service has no server "tony".');
  expect((await run("deploy", "Tiny", "--version", "9.9.9")).code).toBe(2);
});

test("a folder that is too large is refused by the sizes of its files", async () => {
  const cwd = writeTinyServer();
  truncateSync(join(cwd, "lib/settings.json"), 21 * 2 ** 20);
  const { code, errors } = await runCommand(["test", "."], { cwd, environment });
  expect({ code, errors }).toEqual({
    code: 2,
    errors: `fairlead: ${cwd} holds more than 20 MiB. Name the server's own folder.\n`,
  });
});

test("a deployment that is degraded is live, and says why", async () => {
  const cwd = writeTinyServer();
  const { id } = await api.call("servers.create", { projectId: project.id, name: "Poor" });
  const { output } = await runCommand(["deploy", "Poor", "--folder", ".", "--json"], { cwd, environment });
  const { items } = await api.call("servers.list", { limit: 200 });
  const server = items.find((item) => item.id === id);
  const health = { status: "degraded", checkedAt: null, message: "The API refuses the key." };
  const deployment = { ...JSON.parse(output), status: "degraded", url: null, health };
  await using fake = await startJsonService(({ path }) => ({
    status: path.endsWith("deploy") ? 202 : 200,
    body: path.endsWith("/servers") ? { items: [server], nextCursor: null } : deployment,
  }));
  const degraded = { ...environment, FAIRLEAD_URL: fake.url };
  expect(await runCommand(["deploy", "Poor"], { environment: degraded })).toEqual({
    ...{ code: 0, errors: "", output: "Poor 0.1.0: degraded\nThe API refuses the key.\n" },
  });
});

test("a test at a service archives its project", async () => {
  const cwd = writeTinyServer();
  const { code, output } = await runCommand(["test", ".", "--json"], { cwd, environment });
  const { passed, cases } = JSON.parse(output);
  expect({ code, passed }).toEqual({ code: 0, passed: true });
  expect(cases).toContainEqual(expect.objectContaining({ result: "passed", name: "Answers a ping" }));
  const { items } = await api.call("projects.list", { limit: 200 });
  expect(items.filter(({ name }) => name.endsWith("(test run)"))).toEqual([]);
});

test("the doctor finds the service, its key and where servers run", async () => {
  const { output } = await runCommand(["doctor"], { environment });
  expect(output).toContain(`ok: Service: ${service.url}`);
  expect(output).toContain("Servers as process");
  const refused = await runCommand(["doctor"], { environment: { ...environment, FAIRLEAD_KEY: "flk_wrong" } });
  expect(refused.code).toBe(1);
  expect(refused.output).toContain("ok: Service: It answers.");
  expect(refused.output).toContain("failed: Key: ");
  const absent = await runCommand(["doctor"], { environment: { ...environment, FAIRLEAD_URL: "http://127.0.0.1:9" } });
  expect(absent).toMatchObject({ code: 1, output: expect.stringContaining("failed: Service: ") });
});

test("a version from a document has the operations that the server has, but for those that are gone", async () => {
  const cwd = createTemporaryFolder();
  const text = createPetDocument();
  writeFileSync(join(cwd, "api.json"), text.replace("/orders", "/bills"));
  const { id } = await api.call("servers.create", { projectId: project.id, name: "Chosen" });
  const include = ["GET /pets", "GET /orders"];
  await createVersion(api, { id, name: "Chosen" }, { kind: "openapi", document: text, include }, testDeadline());
  const { code } = await runCommand(["deploy", "Chosen", "--document", "api.json"], { cwd, environment });
  const [server] = (await api.call("servers.list", { id })).items;
  expect({ code, source: server?.source }).toMatchObject({ code: 0, source: { include: ["GET /pets"] } });
});

test("gate compares two versions of a server, and says which one it does not find", async () => {
  const { id, name } = await api.call("servers.create", { projectId: project.id, name: "Compared" });
  const [before, after] = [createPetDocument(), createPetDocument().replace("/orders", "/bills")];
  for (const document of [before, after.replace("listOrders", "listBills")])
    await createVersion(api, { id, name }, { kind: "openapi", document }, testDeadline());
  const compare = (...versions: readonly string[]) =>
    runCommand(["gate", ...versions.map((version) => `service:${name}@${version}`)], { environment });
  const { code, output } = await compare("0.1.0", "0.1.1");
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining("breaking: listOrders") });
  expect(output).toMatch(/^Changes of Compared@0\.1\.1 for callers: /m);
  expect((await compare("0.1.0", "9.9.9")).errors).toBe("fairlead: Compared has no version 9.9.9.\n");
});

test("a document that is no OpenAPI creates no version", async () => {
  const cwd = createTemporaryFolder();
  writeFileSync(join(cwd, "api.json"), "{}");
  await api.call("servers.create", { projectId: project.id, name: "Unmade" });
  const { code, errors } = await runCommand(["deploy", "Unmade", "--document", "api.json"], { cwd, environment });
  expect({ code, errors }).toEqual({
    code: 2,
    errors: expect.stringContaining("No server can be generated from api.json. api.json:1:1: error: "),
  });
});

test("in a terminal of the editor the local service is found by its data folder, and the key ends with the command", async () => {
  const local = await startServiceInMemory();
  onTestFinished(() => local.close());
  const client = createServiceClient({ baseUrl: local.url, key: async () => local.firstKey ?? "" });
  onTestFinished(() => client.close());
  const listKeys = async () => (await client.call("apiKeys.list", {})).items.map(({ name }) => name);
  const before = await listKeys();
  const folder = createTemporaryFolder();
  const file = { url: local.url, pid: process.pid, version: "1.2.3", control: testControl.control };
  writeFileSync(join(folder, "service.json"), JSON.stringify(file));
  const run = (...args: readonly string[]) => runCommand(args, { environment: { FAIRLEAD_DATA: folder } });
  expect(await run("status")).toEqual({ code: 0, errors: "", output: "The service has no servers.\n" });
  expect((await run("status", "nothing")).errors).toContain('The service has no server "nothing".');
  expect(await listKeys()).toEqual(before);
  writeFileSync(join(folder, "service.json"), "{}");
  expect((await run("status")).errors).toContain("The local service of the editor does not run.");
});
