import { afterAll, beforeAll, expect, test } from "vitest";
import { createConsoleDocuments } from "../../../../src/core/console/consoleDocuments.ts";
import { consoleUri } from "../../../../src/core/console/consoleUris.ts";
import { createInputDocuments } from "../../../../src/core/documents/createInputDocuments.ts";
import { createTextDocuments } from "../../../../src/core/documents/textDocuments.ts";
import { createVirtualFiles } from "../../../../src/core/documents/virtualFiles.ts";
import {
  deploymentLogUri,
  textUri,
  type VirtualUriParts,
  versionFileUri,
} from "../../../../src/core/documents/virtualUris.ts";
import { createPolling } from "../../../../src/core/foundation/polling.ts";
import { createVersionFiles } from "../../../../src/core/registry/versionFiles.ts";
import { decodeVirtualUri } from "../../../support/editor/decodeVirtualUri.ts";
import { createTinyServer, deployTinyServer } from "../../../support/servers/deployTinyServer.ts";
import { startServedService } from "../../../support/service/servedService.ts";

const log = { info: () => {}, warning: () => {}, error: () => {}, show: () => {} };
let served: Awaited<ReturnType<typeof startServedService>>;
beforeAll(async () => {
  served = await startServedService();
});
afterAll(() => served.close());

const texts = createTextDocuments();
const operations = createConsoleDocuments();
const editable = { operation: createInputDocuments(operations) };
const filesOf = () =>
  createVirtualFiles({
    client: async () => served.api,
    versions: createVersionFiles(),
    texts,
    operations,
    editable,
    log,
    polling: createPolling({ refreshMs: () => 5000 }),
  });
const textOf = async (files: ReturnType<typeof filesOf>, place: VirtualUriParts) =>
  Buffer.from((await files.read(place)).bytes).toString("utf8");

test("A log holds what was told so far, under its states and steps", async () => {
  const { deployment } = await deployTinyServer(served, await createTinyServer(served, "Log", "healthy"));
  const text = await textOf(filesOf(), decodeVirtualUri(deploymentLogUri(deployment, "Log")));
  expect(text).toContain(`Log 0.1.0, deployment ${deployment.id}`);
  expect(text.split("\n").filter((line) => line.startsWith("== "))).toEqual(
    expect.arrayContaining(["== queued", "== building", "== step build", "== starting", "== running"]),
  );
});

test("The log of a failure begins with step, reason and last lines", async () => {
  const { deployment } = await deployTinyServer(served, await createTinyServer(served, "Failure", "exitsAtOnce"));
  const text = await textOf(filesOf(), decodeVirtualUri(deploymentLogUri(deployment, "Failure")));
  const [head = ""] = text.split("\n\n");
  expect(head).toContain("failed at");
  expect(head).toContain("Failed at start: ");
  expect(head).toContain("| cannot go on: the database is locked");
});

test("A log that is watched grows, and says so; one that is not is read anew", async () => {
  const { server, deployment } = await deployTinyServer(served, await createTinyServer(served, "Growing", "healthy"));
  const place = decodeVirtualUri(deploymentLogUri(deployment, "Growing"));
  const files = filesOf();
  const before = await files.read(place);
  const grown = Promise.withResolvers<void>();
  const watching = files.watch(place, grown.resolve);
  await served.api.call("server.update", { id: server.id, desiredState: "stopped" });
  await grown.promise;
  await expect.poll(() => textOf(files, place)).toContain("== stopped");
  expect((await files.read(place)).revision).toBeGreaterThan(before.revision);
  watching.dispose();
  expect(await textOf(filesOf(), place)).toContain("== stopped");
});

test("A file of a version is read, and one that is not there says so", async () => {
  const server = await createTinyServer(served, "Code", "healthy");
  const file = { name: server.name, artifactId: server.artifactId ?? "", version: "0.1.0" };
  const files = filesOf();
  expect(await textOf(files, decodeVirtualUri(versionFileUri({ ...file, path: "lib/settings.json" })))).toContain(
    "healthy",
  );
  await expect(files.read(decodeVirtualUri(versionFileUri({ ...file, path: "none.js" })))).rejects.toThrow(
    'no file "none.js"',
  );
  await expect(files.read({ path: "/nonsense", query: "" })).rejects.toThrow("There is no document");
});

test("Versions are fetched once", async () => {
  const server = await createTinyServer(served, "Once", "healthy");
  const versions = createVersionFiles();
  const list = () => versions.list(served.api, server.artifactId ?? "", "0.1.0");
  expect(await list()).toBe(await list());
});

test("Without a connection a document shows the next step", async () => {
  const files = createVirtualFiles({
    client: async () => undefined,
    versions: createVersionFiles(),
    texts,
    operations,
    editable,
    log,
    polling: createPolling({ refreshMs: () => 5000 }),
  });
  await expect(files.read({ path: "/deployment/x.log", query: "id=dep_1" })).rejects.toThrow(
    "Connect, then open it again.",
  );
});

test("A text is there for as long as the window, unless fifty newer ones were shown", async () => {
  const first = decodeVirtualUri(textUri(texts.add("{}"), "Pets.json"));
  expect(await textOf(filesOf(), first)).toBe("{}");
  for (let count = 0; count < 50; count += 1) texts.add("newer");
  await expect(filesOf().read(first)).rejects.toThrow("Open it again.");
});

test("An operation's input is written and read back, and begins with what it needs", async () => {
  const files = filesOf();
  const place = decodeVirtualUri(consoleUri("input", "projects.create"));
  expect(files.isEditable(place)).toBe(true);
  expect(await textOf(files, place)).toBe('{\n  "name": ""\n}\n');
  const { revision } = await files.read(place);
  await files.write(place, Buffer.from('{ "name": "a" }'), { byHand: true });
  expect(await textOf(files, place)).toBe('{ "name": "a" }');
  expect((await files.read(place)).revision).toBeGreaterThan(revision);
  await expect(files.read({ path: "/operation/no.such/input.json", query: "" })).rejects.toThrow("no operation");
});

test("An answer is read only, tells when it changed, and is gone where nothing was run", async () => {
  const files = filesOf();
  const place = decodeVirtualUri(consoleUri("answer", "me.get"));
  await expect(files.read(place)).rejects.toThrow("before the window was reloaded");
  let changed = 0;
  const watching = files.watch(place, () => {
    changed += 1;
  });
  const exchanged = { status: 200, requestId: "req_1", durationMs: 1, body: {} };
  operations.writeResponse("me.get", {
    request: "GET /",
    at: "",
    response: exchanged,
    idempotencyKey: undefined,
    note: undefined,
  });
  operations.writeInput("projects.list", "{}");
  watching.dispose();
  operations.showFullResponse("me.get");
  expect(changed).toBe(1);
  expect(await textOf(files, place)).toContain('"status": 200');
  expect(files.isEditable(place)).toBe(false);
  await expect(files.write(place, Buffer.from("x"), { byHand: true })).rejects.toThrow("can only be read");
});
