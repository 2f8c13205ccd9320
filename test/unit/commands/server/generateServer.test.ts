import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateServer } from "../../../../src/commands/server/generateServer.ts";
import { writeSelectedProject } from "../../../../src/core/project/selectedProject.ts";
import { readServer } from "../../../../src/core/server/readServer.ts";
import type { CommandTarget } from "../../../../src/core/view/commandTarget.ts";
import { createPetDocument } from "../../../support/documents/petDocument.ts";
import { createCommandFixture } from "../../../support/editor/commandFixture.ts";
import { createMapMemory } from "../../../support/editor/mapMemory.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../support/editor/scriptedPrompts.ts";
import { startServedService } from "../../../support/service/servedService.ts";

const uri = "file:///home/me/pets.yaml";
const documents = { [uri]: createPetDocument() };
let served: Awaited<ReturnType<typeof startServedService>>;
beforeAll(async () => {
  served = await startServedService();
});
afterAll(() => served.close());

const names = async () => (await served.api.call("servers.list", { limit: 200 })).items.map(({ name }) => name);
const newest = async () => {
  const [server] = (await served.api.call("servers.list", { limit: 1 })).items;
  if (!server) throw new Error("there is no server");
  return server;
};

describe("generating a server", () => {
  test("from a file in the explorer asks only for its name, and suggests the document's title", async () => {
    await using fixture = await createCommandFixture(served, { documents, answers: ["Pets"] });
    await generateServer(fixture.app, { resource: uri });
    expect(fixture.prompts.questions).toEqual([
      "Generate Server from OpenAPI: The server's name, as its users see it [Pets]",
    ]);
    expect(fixture.messages.shown).toEqual(["info: Generated Pets 0.1.0 with 3 tools. [Deploy, Read the Code]"]);
    expect(await newest()).toMatchObject({ name: "Pets", status: "ready", toolCount: 3 });
  });

  test("a second time asks one question, and creates no version of an unchanged document", async () => {
    const memory = createMapMemory();
    await using first = await createCommandFixture(served, { documents, memory, answers: ["Twice"] });
    await generateServer(first.app, { resource: uri });
    await using second = await createCommandFixture(served, { documents, memory, answers: ["Generate again"] });
    await generateServer(second.app, { resource: uri });
    expect(second.prompts.questions).toEqual(["Generate Twice: From pets.yaml"]);
    expect(second.messages.shown[0]).toContain("Twice is up to date: 0.1.0");
    expect((await names()).filter((name) => name === "Twice")).toHaveLength(1);
  });

  test("from its node with other operations creates a new version of the same server", async () => {
    const memory = createMapMemory();
    await using first = await createCommandFixture(served, { documents, memory, answers: ["Fewer"] });
    await generateServer(first.app, { resource: uri });
    const server = await newest();
    await using second = await createCommandFixture(served, {
      ...{ documents, memory, answers: ["Choose other operations"] },
      choose: () => ({ include: ["tag:orders"] }),
    });
    await generateServer(second.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
    expect(second.messages.shown).toEqual(["info: Generated Fewer 0.1.1 with 1 tool. [Deploy, Read the Code]"]);
  });

  test("opens the code if the user chooses that", async () => {
    await using fixture = await createCommandFixture(served, {
      documents,
      answers: ["Read me"],
      actions: ["Read the Code"],
    });
    await generateServer(fixture.app, { resource: uri });
    await expect.poll(() => fixture.documents.shown).toHaveLength(1);
    expect(fixture.documents.shown[0]).toMatch(/^fairlead:\/version\/[^/]+\/0\.1\.0\/server\.mjs\?artifact=art_/);
  });

  test("from the palette offers the active document, the found documents and a URL", async () => {
    await using fixture = await createCommandFixture(served, {
      documents: { ...documents, "file:///home/me/other.json": createPetDocument() },
      answers: ["other.json", "From the palette"],
    });
    fixture.documents.activeUri = uri;
    await generateServer(fixture.app, {});
    expect(await names()).toContain("From the palette");
  });

  test("from a URL lets the service fetch it, and from the node fetches it again without a question", async () => {
    const web = createHttpServer((_, response) => response.end(createPetDocument()));
    web.listen(0, "127.0.0.1");
    await once(web, "listening");
    const address = web.address();
    const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/openapi.json`;
    await using fixture = await createCommandFixture(served, { answers: ["From a URL", url, "From the web"] });
    await generateServer(fixture.app, {});
    const server = await newest();
    expect(server).toMatchObject({ name: "From the web", source: { url } });
    await using elsewhere = await createCommandFixture(served, { answers: ["Generate again"] });
    await generateServer(elsewhere.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
    expect(elsewhere.messages.shown[0]).toContain("up to date");
    web.closeAllConnections();
    web.close();
  });

  test("of an unsaved document uses the text in the editor", async () => {
    const untitled = "untitled:Untitled-1";
    const text = createPetDocument({ info: { title: "Unsaved", version: "1" } });
    await using fixture = await createCommandFixture(served, {
      documents: { [untitled]: text },
      answers: ["Untitled-1", "Unsaved"],
    });
    fixture.documents.activeUri = untitled;
    await generateServer(fixture.app, {});
    expect((await newest()).source).toMatchObject({ kind: "openapi", title: "Unsaved" });
  });
});

describe("a document with problems", () => {
  test("is rejected with one message and marks on its lines before anything is created", async () => {
    const before = await names();
    const broken = '{\n  "openapi": "3.1.0",\n  "info": {},\n  "paths": {}\n}';
    await using fixture = await createCommandFixture(served, {
      documents: { [uri]: broken },
      actions: ["Show Problems"],
    });
    await generateServer(fixture.app, { resource: uri });
    expect(fixture.messages.shown).toHaveLength(1);
    expect(fixture.messages.shown[0]).toMatch(/^error: pets\.yaml cannot be used: .*\[Show Problems\]$/);
    expect(fixture.documents.problems.get(uri)).toContainEqual(expect.objectContaining({ severity: "error" }));
    await expect.poll(() => fixture.documents.shown).toEqual([uri, "the problems"]);
    expect(await names()).toEqual(before);
  });

  test("that are warnings is generated, and the warnings stay in the Problems view", async () => {
    const text = createPetDocument({ servers: [{ url: "/v1" }] });
    await using fixture = await createCommandFixture(served, { documents: { [uri]: text }, answers: ["Warned"] });
    await generateServer(fixture.app, { resource: uri });
    expect(fixture.messages.shown[0]).toContain("The Problems view shows");
    expect(fixture.documents.problems.get(uri)).toContainEqual(
      expect.objectContaining({ severity: "warning", code: "no_absolute_server" }),
    );
  });
});

describe("Escape", () => {
  test.each<[string, ScriptedAnswer[], CommandTarget]>([
    ["at the document", [escapeAnswer], {}],
    ["at the URL", ["From a URL", escapeAnswer], {}],
    ["at the name", [escapeAnswer], { resource: uri }],
  ])("%s creates nothing", async (_, answers, target) => {
    const before = await names();
    await using fixture = await createCommandFixture(served, { documents, answers });
    await generateServer(fixture.app, target);
    expect(fixture.prompts.unusedAnswers).toEqual([]);
    expect(fixture.messages.shown).toEqual([]);
    expect(await names()).toEqual(before);
  });

  test("at the operations creates nothing", async () => {
    const before = await names();
    await using fixture = await createCommandFixture(served, { documents, choose: () => undefined });
    await generateServer(fixture.app, { resource: uri });
    expect(await names()).toEqual(before);
  });

  test("at the choice for an existing server changes nothing", async () => {
    const memory = createMapMemory();
    await using first = await createCommandFixture(served, { documents, memory, answers: ["Left alone"] });
    await generateServer(first.app, { resource: uri });
    const server = await newest();
    await using second = await createCommandFixture(served, { documents, memory, answers: [escapeAnswer] });
    await generateServer(second.app, { resource: uri });
    expect(await readServer(served.api, server.id)).toEqual(server);
  });
});

test("cancelling the generation ends only the wait, with a message", async () => {
  await using fixture = await createCommandFixture(served, {
    ...{ documents, answers: ["Cancelled"] },
    cancel: { title: "Generating Cancelled", message: "Generating the code" },
  });
  await generateServer(fixture.app, { resource: uri });
  expect(fixture.messages.shown).toEqual([expect.stringContaining("No longer waiting for Cancelled.")]);
});

test("a cancelled connection prompt sends nothing", async () => {
  await using fixture = await createCommandFixture(served, { documents });
  await generateServer({ ...fixture.app, client: async () => undefined }, { resource: uri });
  expect(fixture.prompts.questions).toEqual([]);
});

describe("a new server", () => {
  test("asks for one of several projects, or creates one", async () => {
    await served.api.call("projects.create", { name: "Second" });
    await using fixture = await createCommandFixture(served, {
      documents,
      answers: ["Placed", "New project", "Third"],
    });
    await generateServer(fixture.app, { resource: uri });
    const { items } = await served.api.call("projects.list", {});
    expect(items.find(({ name }) => name === "Third")?.serverCount).toBe(1);
    await using escaping = await createCommandFixture(served, {
      documents,
      answers: ["Never", "New project", escapeAnswer],
    });
    await generateServer(escaping.app, { resource: uri });
    expect(await names()).not.toContain("Never");
    await using selected = await createCommandFixture(served, { documents, answers: ["Selected"] });
    const second = items.find(({ name }) => name === "Second");
    await writeSelectedProject(selected.memory, "local", second);
    await generateServer(selected.app, { resource: uri });
    expect((await newest()).projectId).toBe(second?.id);
  });
});
