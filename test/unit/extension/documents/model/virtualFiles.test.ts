import { expect, test } from "vitest";
import { createAuditLogs } from "../../../../../src/extension/account/model/auditLogs.ts";
import { createPolling } from "../../../../../src/extension/base/polling.ts";
import {
  consoleUri,
  deploymentLogUri,
  textUri,
  type VirtualUriParts,
  versionFileUri,
} from "../../../../../src/extension/base/uris/virtualUris.ts";
import { createConsoleDocuments } from "../../../../../src/extension/console/model/consoleDocuments.ts";
import {
  createInputDocuments,
  createTextDocuments,
  createVirtualFiles,
} from "../../../../../src/extension/documents/model/virtualFiles.ts";
import { createVersionFiles } from "../../../../../src/extension/registry/model/versionFiles.ts";
import { decodeVirtualUri } from "../../../../support/editor/decodeVirtualUri.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const log = { info: () => {}, warning: () => {}, error: () => {}, show: () => {} };
const served = await useServedService();

const texts = createTextDocuments();
const operations = createConsoleDocuments();
const editable = { operation: createInputDocuments(operations) };
const filesOf = (client: Parameters<typeof createVirtualFiles>[0]["client"] = async () => served.api) =>
  createVirtualFiles({
    client,
    versions: createVersionFiles(),
    texts,
    operations,
    auditLogs: createAuditLogs(),
    editable,
    log,
    polling: createPolling({ refreshMs: () => 5000 }),
  });
const textOf = async (files: ReturnType<typeof filesOf>, uri: VirtualUriParts) =>
  Buffer.from((await files.read(uri)).bytes).toString("utf8");

test("a log contains all events under their states and steps; a watched one grows and fires changes, another is read again", async () => {
  const { server, deployment } = await deployTinyServer(served, await createTinyServer(served, "Log", "healthy"));
  const uri = decodeVirtualUri(deploymentLogUri(deployment, "Log"));
  const files = filesOf();
  const before = await files.read(uri);
  const text = await textOf(files, uri);
  expect(text).toContain(`Log 0.1.0, deployment ${deployment.id}`);
  expect(text.split("\n").filter((line) => line.startsWith("== "))).toEqual(
    expect.arrayContaining(["== queued", "== building", "== step build", "== starting", "== running"]),
  );
  const grown = Promise.withResolvers<void>();
  const watching = files.watch(uri, grown.resolve);
  await served.api.call("server.update", { id: server.id, desiredState: "stopped" });
  await grown.promise;
  await expect.poll(() => textOf(files, uri)).toContain("== stopped");
  expect((await files.read(uri)).revision).toBeGreaterThan(before.revision);
  watching.dispose();
  expect(await textOf(filesOf(), uri)).toContain("== stopped");
});

test("the log of a failure starts with step, reason and last lines", async () => {
  const { deployment } = await deployTinyServer(served, await createTinyServer(served, "Failure", "exitsAtOnce"));
  const text = await textOf(filesOf(), decodeVirtualUri(deploymentLogUri(deployment, "Failure")));
  const [head = ""] = text.split("\n\n");
  expect(head).toContain("failed at");
  expect(head).toContain("Failed at start: ");
  expect(head).toContain("| cannot go on: the database is locked");
});

test("a file of a version is read, and fetched once; a missing one is an error", async () => {
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
  const versions = createVersionFiles();
  const list = () => versions.list(served.api, file.artifactId, "0.1.0");
  expect(await list()).toBe(await list());
});

test("without a connection a document fails with the next step", async () => {
  const files = filesOf(async () => undefined);
  await expect(files.read({ path: "/deployment/x.log", query: "id=dep_1" })).rejects.toThrow(
    "Connect, then open it again.",
  );
});

test("a text is available until fifty newer ones are shown", async () => {
  const first = decodeVirtualUri(textUri(texts.add("{}"), { name: "Pets.json" }));
  expect(await textOf(filesOf(), first)).toBe("{}");
  for (let count = 0; count < 50; count += 1) texts.add("newer");
  expect(await textOf(filesOf(), first)).toContain("Open it again.");
});

test("a text that is followed is replaced while its document is watched, and no longer", async () => {
  let replace = (_text: string) => {};
  let isFollowed = false;
  const id = texts.add("Rain", (onText, signal) => {
    isFollowed = true;
    replace = onText;
    signal.addEventListener("abort", () => {
      isFollowed = false;
    });
  });
  const files = filesOf();
  const uri = decodeVirtualUri(textUri(id, { name: "today.txt" }));
  const { revision } = await files.read(uri);
  expect(isFollowed).toBe(false);
  let changes = 0;
  const watch = files.watch(uri, () => {
    changes += 1;
  });
  replace("Sun");
  replace("Sun");
  expect([changes, await textOf(files, uri)]).toEqual([1, "Sun"]);
  expect((await files.read(uri)).revision).toBeGreaterThan(revision);
  watch.dispose();
  replace("Snow");
  expect([isFollowed, await textOf(files, uri)]).toEqual([false, "Sun"]);
});

test("an operation's input starts as its template, and can be written", async () => {
  const files = filesOf();
  const uri = decodeVirtualUri(consoleUri("input", "projects.create"));
  expect(files.isEditable(uri)).toBe(true);
  expect(await textOf(files, uri)).toBe('{\n  "name": ""\n}\n');
  const { revision } = await files.read(uri);
  await files.write(uri, Buffer.from('{ "name": "a" }'), { byHand: true });
  expect(await textOf(files, uri)).toBe('{ "name": "a" }');
  expect((await files.read(uri)).revision).toBeGreaterThan(revision);
  await expect(files.read({ path: "/operation/no.such/input.json", query: "" })).rejects.toThrow("no operation");
});

test("a response is read-only, fires changes, and is missing before a run", async () => {
  const files = filesOf();
  const uri = decodeVirtualUri(consoleUri("answer", "me.get"));
  await expect(files.read(uri)).rejects.toThrow("before the window was reloaded");
  let changed = 0;
  const watching = files.watch(uri, () => {
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
  operations.setTarget("me.get", { scope: undefined, label: "" });
  expect(changed).toBe(1);
  expect(await textOf(files, uri)).toContain('"status": 200');
  expect(files.isEditable(uri)).toBe(false);
  await expect(files.write(uri, Buffer.from("x"), { byHand: true })).rejects.toThrow("can only be read");
});
