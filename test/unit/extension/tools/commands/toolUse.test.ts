import { afterAll, describe, expect, test } from "vitest";
import { generateServer } from "../../../../../src/extension/server/commands/generateServer.ts";
import {
  cacheDocumentUse,
  readDocumentUse,
} from "../../../../../src/extension/server/model/document/readDocumentUse.ts";
import type { ChooseOperations } from "../../../../../src/extension/server/model/operations/operationFilter.ts";
import { createOperationRows } from "../../../../../src/extension/server/model/operations/operationRows.ts";
import { formatToolUse, readToolUse } from "../../../../../src/extension/server/model/operations/toolUse.ts";
import { getServerLinks } from "../../../../../src/extension/server/model/serverLinks.ts";
import { rowOf, type TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createPetDocument } from "../../../../support/documents/petDocument.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import type { ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { readServerRows } from "../../../../support/editor/testTree.ts";
import { callToolText } from "../../../../support/servers/callToolText.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { type DeployedServer, startServedService } from "../../../../support/service/servedService.ts";

const uri = "file:///home/me/pets.json";
const document = createPetDocument();
const { paths } = JSON.parse(document);
/** More tools than the fewest that a server may have without search. */
const longer = createPetDocument({ paths: { ...paths, "/more": { get: { operationId: "listMore" } } } });

const served = await startServedService();
const deploy = async (name: string, text: string) => {
  const deployed = await served.deploy(name, { kind: "openapi", document: text, maxTools: 3 });
  return deployed;
};
const direct = await deploy("Direct", document);
const search = await deploy("Search", longer);
afterAll(() => served.close());

async function call({ url, headers }: DeployedServer, name: string, given: object = {}): Promise<void> {
  expect(JSON.parse(await callToolText(url, name, JSON.stringify(given), headers))).toHaveProperty("result");
}

async function openFixture({ server }: DeployedServer, answers: readonly ScriptedAnswer[] = []) {
  const fixture = await createCommandFixture(served, { documents: { [uri]: document }, answers });
  await getServerLinks(fixture.app).saveDocument(uri, { serverId: server.id, choice: {} });
  const links = () => getServerLinks(fixture.app);
  const readUse = () => readDocumentUse({ ...fixture.app, links }, uri);
  return { fixture, readUse };
}

describe("how often tools were called", () => {
  test("stands in their rows and in the list of operations", async () => {
    for (let calls = 0; calls < 3; calls += 1) await call(direct, "listPets");
    await call(direct, "addPet", {});
    const { fixture, readUse } = await openFixture(direct);
    await using _ = fixture;

    const tools: TreeNode = {
      kind: "tools",
      server: direct.server,
      deploymentId: undefined,
      isLatest: true,
      tokens: undefined,
    };
    const nodes = await readServerRows(fixture.app, tools);
    const rows = nodes.map((node) => rowOf(node).describe(node, 0));
    expect(rows.map(({ label, description }) => [label, description?.split(" · ").at(-1)])).toEqual([
      ["List pets", "called 3 times"],
      ["Add pet", "called once"],
      ["List orders", "not called yet"],
    ]);
    expect(rows[0]?.facts()).toContainEqual(["Calls", "called 3 times"]);

    const use = await readUse();
    const analysis = await fixture.app.documentAnalyzer.read({ text: document });
    const operations = createOperationRows(analysis, "operations", new Set(), use);
    expect(operations.map(({ label, description }) => [label, description.split(" · ").at(-1)])).toEqual([
      ["GET /pets", "called 3 times"],
      ["POST /pets", "called once"],
      ["GET /orders", "not called yet"],
    ]);
  });

  test("is passed to the list of operations, as is the server, when it is generated again", async () => {
    const { fixture } = await openFixture(direct, ["Choose other operations"]);
    await using _ = fixture;
    const asked: Parameters<ChooseOperations>[0][] = [];
    const chooseOperations: ChooseOperations = async (question) => {
      asked.push(question);
      return undefined;
    };
    await generateServer({ ...fixture.app, chooseOperations }, { resource: uri });
    expect(asked.map(({ use }) => use?.count("GET /orders"))).toEqual([0]);
    expect(asked.map(({ server }) => server?.id)).toEqual([direct.server.id]);
  });

  test("counts calls in search mode for their operations", async () => {
    await call(search, "call_operation", { name: "listPets", arguments: {} });
    const { fixture, readUse } = await openFixture(search);
    await using _ = fixture;
    const use = await readUse();
    expect(["GET /pets", "GET /orders", "GET /gone"].map((operation) => use?.count(operation))).toEqual([
      1,
      0,
      undefined,
    ]);
    expect(formatToolUse(use, "GET /gone")).toBeUndefined();
    const [server] = (await served.api.call("servers.list", { id: search.server.id })).items;
    const ofTools = await readToolUse(served.api, requireValue(server));
    expect(["call_operation", "search_operations"].map((tool) => ofTools?.count(tool))).toEqual([1, 0]);
  });
});

test("a tool without calls is not called yet on the first day of the count, and was never called since that day later", () => {
  const use = { since: "2026-05-04T00:00:00.000Z", count: () => 0 };
  const formatOn = (day: string) => formatToolUse(use, "a", Date.parse(`${day}T23:00:00.000Z`));
  expect([formatOn("2026-05-04"), formatOn("2026-05-05")]).toEqual(["not called yet", "never called since 4 May 2026"]);
});

describe("it is not known how often tools were called", () => {
  const counted = { tools: [{ name: "a", calls: 3 }], unnamed: 1, live: 100 };
  const since = "2026-05-04T00:00:00.000Z";

  test("where the service does not count, or got calls whose tool it could not read", async () => {
    const client = { readToolCalls: async () => counted };
    expect(await readToolUse(client, { id: "srv_1" })).toBeUndefined();
    const use = await readToolUse(client, { id: "srv_1", toolCallsSince: since });
    expect([formatToolUse(use, "a"), formatToolUse(use, "b")]).toEqual(["called 3 times", undefined]);
  });

  test("where nobody is signed in, and where the service cannot be reached, which the log says", async () => {
    const { fixture } = await openFixture(direct);
    await using _ = fixture;
    const logged: string[] = [];
    const context = {
      ...{ links: () => getServerLinks(fixture.app), versions: fixture.app.versions },
      log: { info: (message: string) => void logged.push(message) },
    };
    expect(await readDocumentUse({ ...context, client: async () => undefined }, uri)).toBeUndefined();
    const client = async () => Promise.reject(new Error("Gone."));
    expect(await readDocumentUse({ ...context, client }, uri)).toBeUndefined();
    expect(logged).toEqual(["The calls of tools could not be read: Gone."]);
  });
});

test("what is shown while the user types is read every ten seconds, and again at another service", async () => {
  let [now, scope, reads] = [0, "one", 0];
  const read = cacheDocumentUse(
    async () => {
      reads += 1;
      return undefined;
    },
    { formatKey: (document) => `${scope} ${document}`, now: () => now },
  );
  await read(uri);
  now += 9000;
  await read(uri);
  expect(reads).toBe(1);
  scope = "two";
  await read(uri);
  scope = "one";
  now += 1000;
  await read(uri);
  expect(reads).toBe(3);
});
