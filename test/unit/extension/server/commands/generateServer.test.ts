import { describe, expect, test } from "vitest";
import { promptBack } from "../../../../../src/extension/base/ports.ts";
import type { CommandTarget } from "../../../../../src/extension/base/rows/commandTarget.ts";
import { writeSelectedProject } from "../../../../../src/extension/project/model/selectedProject.ts";
import { generateOtherServer, generateServer } from "../../../../../src/extension/server/commands/generateServer.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { createGotifyDocument } from "../../../../support/documents/createGotifyDocument.ts";
import { createPetDocument } from "../../../../support/documents/petDocument.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createDisconnectedFixture } from "../../../../support/editor/disconnectedFixture.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { startHttpServer } from "../../../../support/services/startHttpServer.ts";

const uri = "file:///home/me/pets.yaml";
const documents = { [uri]: createPetDocument() };
const twoDocuments = { ...documents, "file:///home/me/other.json": createPetDocument() };
const served = await useServedService();

type Options = NonNullable<Parameters<typeof createCommandFixture>[1]>;
/** Changes the name in the chooser, and chooses all operations. */
const rename: Options["choose"] = async ({ naming }) => {
  await naming?.change();
  return {};
};
const openFixture = (options: Options) => createCommandFixture(served, { choose: rename, ...options });

const names = async () => (await served.api.call("servers.list", { limit: 200 })).items.map(({ name }) => name);
const newest = async () => {
  const [server] = (await served.api.call("servers.list", { limit: 1 })).items;
  if (!server) throw new Error("there is no server");
  return server;
};

describe("generating a server", () => {
  test("from a file in the explorer asks only for its operations, and makes one server for two clicks, named as the document", async () => {
    const before = await names();
    await using fixture = await openFixture({ documents, choose: () => ({}), actions: ["Open Code"] });
    const click = () => generateServer(fixture.app, { resource: uri });
    await Promise.all([click(), click()]);
    expect(fixture.prompts.questions).toEqual([]);
    expect(fixture.messages.shown.toSorted()).toEqual([
      "info: Generated Pets 0.1.0 with 3 tools. [Deploy, Open Code]",
      expect.stringContaining("being generated from already"),
    ]);
    await expect
      .poll(() => fixture.documents.shown)
      .toEqual([expect.stringMatching(/^fairlead:\/version\/0\.1\.0\/[^/]+\/server\.mjs\?artifact=art_/)]);
    expect(await names()).toHaveLength(before.length + 1);
    expect(await newest()).toMatchObject({ name: "Pets", status: "ready", toolCount: 3 });
  });

  test("names it without the version of the API, because it has one of its own", async () => {
    const titled = createPetDocument().replace(/("?title"?: "?)Pets/, "$1Firefly III API vv6.6.2");
    await using fixture = await openFixture({ documents: { [uri]: titled }, choose: () => ({}) });
    await generateServer(fixture.app, { resource: uri });
    expect((await newest()).name).toBe("Firefly III API");
  });

  test("by + offers another server, whichever row is selected", async () => {
    await using fixture = await openFixture({ documents, choose: () => ({}), answers: [escapeAnswer] });
    await generateServer(fixture.app, { resource: uri });
    await generateOtherServer(fixture.app, {
      node: { kind: "server", server: await newest(), live: undefined, latest: undefined },
    });
    const labels = fixture.prompts.offered[0]?.map(({ label }) => label);
    expect(labels).toEqual(["Generate again", "Choose other operations...", "Generate another server from it..."]);
  });

  test("has the name that the user gives it in the list of operations, or its title after Escape, which differs from the names of the project", async () => {
    const shown: string[] = [];
    const choose: Options["choose"] = async ({ naming }) => {
      for (let times = 0; times < 2; times += 1) {
        await naming?.change();
        shown.push(naming?.read() ?? "");
      }
      return {};
    };
    const before = await names();
    expect(before).toContain("Pets");
    await using fixture = await openFixture({ documents, choose, answers: [escapeAnswer, "Zoo"] });
    await generateServer(fixture.app, { resource: uri });
    const [proposed = ""] = shown;
    expect(shown).toEqual([expect.stringMatching(/^Pets \(\d\)$/), "Zoo"]);
    expect(before).not.toContain(proposed);
    expect(fixture.prompts.questions[0]).toBe(
      `Generate Server from OpenAPI: The server's name, as its users see it [${proposed}]`,
    );
    expect(await newest()).toMatchObject({ name: "Zoo" });
  });

  test("has no full stop of the document's title in its name, because messages go on after it", async () => {
    const titled = { [uri]: JSON.stringify(createGotifyDocument()) };
    await using fixture = await openFixture({ documents: titled, choose: () => ({}) });
    await generateServer(fixture.app, { resource: uri });
    expect(fixture.messages.shown[0]).toMatch(/^info: Generated Gotify REST-API 0\.1\.0 with 5 tools\./);
  });

  test("without a connection starts the local service, and says so", async () => {
    await using fixture = await createDisconnectedFixture(served, { actions: ["Switch Connection..."] });
    fixture.documents.texts.set(uri, createPetDocument());
    await generateServer(fixture.app, { resource: uri });
    expect(fixture.questions).toEqual([]);
    expect(fixture.shown).toEqual([
      "info: The local service was started on this machine, because there was no connection yet. [Switch Connection...]",
      expect.stringMatching(/^info: Generated Pets \(\d\) 0\.1\.0 with 3 tools\. \[Deploy, Open Code\]$/),
    ]);
    expect(fixture.ranCommands).toEqual(["fairlead.connection.switch"]);
  });

  test("takes the only document of the workspace without a question, and Back asks for another", async () => {
    const answers = [promptBack, {}] as const;
    const steps: unknown[] = [];
    const choose: Options["choose"] = ({ step }) => answers[steps.push(step) - 1];
    await using fixture = await openFixture({ documents, choose, answers: ["pets.yaml"] });
    await generateServer(fixture.app, {});
    expect(steps).toEqual([
      { number: 2, total: 2 },
      { number: 1, total: 1 },
    ]);
    expect(fixture.prompts.questions).toEqual(["Generate Server from OpenAPI: Which OpenAPI document?"]);
    expect(fixture.messages.shown).toEqual([expect.stringContaining("Generated Pets")]);
  });

  test.each([
    ["can browse for a file of any folder", ["Browse"], undefined],
    ["offers the found documents beside the active one", ["other.json"], uri],
  ])("from the palette %s", async (_, answers, activeUri) => {
    await using fixture = await openFixture({ documents: twoDocuments, choose: () => ({}), answers });
    fixture.documents.fileAnswer = uri;
    fixture.documents.activeUri = activeUri;
    await generateServer(fixture.app, {});
    expect(fixture.messages.shown).toEqual([expect.stringMatching(/Generated Pets \(\d\) 0\.1\.0 with 3 tools\./)]);
  });

  test("a second time does not offer to deploy what is live", async () => {
    const memory = createMapMemory();
    await using fixture = await openFixture({ documents, memory, answers: ["Live", "Generate again"] });
    await generateServer(fixture.app, { resource: uri });
    await deployTinyServer(served, await newest());
    await generateServer(fixture.app, { resource: uri });
    expect(fixture.messages.shown.at(-1)).toMatch(/Live is up to date: 0\.1\.0.*\. \[Open Code\]$/);
  });

  test("a second time asks one question, makes no version of an unchanged document, and one of other operations", async () => {
    const memory = createMapMemory();
    await using first = await openFixture({ documents, memory, answers: ["Twice"] });
    await generateServer(first.app, { resource: uri });
    const server = await newest();
    await using second = await openFixture({ documents, memory, answers: [escapeAnswer, "Generate again"] });
    await generateServer(second.app, { resource: uri });
    expect([await readServer(served.api, server.id), second.messages.shown]).toEqual([server, []]);
    await generateServer(second.app, { resource: uri });
    expect(second.prompts.questions).toEqual(Array(2).fill("Generate Twice: From pets.yaml"));
    expect(second.messages.shown[0]).toMatch(/Twice is up to date: 0\.1\.0.*\[Deploy, /);
    expect((await names()).filter((name) => name === "Twice")).toHaveLength(1);
    await using third = await openFixture({
      ...{ documents, memory, answers: ["Choose other operations"] },
      choose: () => ({ include: ["tag:orders"] }),
    });
    await generateServer(third.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
    expect(third.messages.shown).toEqual(["info: Generated Twice 0.1.1 with 1 tool. [Deploy, Open Code]"]);
  });

  test("from a URL lets the service fetch it, and from the node fetches it again without a question", async () => {
    const url = `${await startHttpServer((_, response) => response.end(createPetDocument()))}/openapi.json`;
    await using fixture = await openFixture({ answers: ["From a URL", url, "From the web"] });
    await generateServer(fixture.app, {});
    const server = await newest();
    expect(server).toMatchObject({ name: "From the web", source: { url } });
    await using elsewhere = await openFixture({ answers: ["Generate again"] });
    await generateServer(elsewhere.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
    expect(elsewhere.messages.shown[0]).toContain("up to date");
  });

  test("of an unsaved document uses the text in the editor", async () => {
    const untitled = "untitled:Untitled-1";
    const text = createPetDocument({ info: { title: "Unsaved", version: "1" } });
    await using fixture = await openFixture({
      documents: { [untitled]: text },
      answers: ["Unsaved"],
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
    await using fixture = await openFixture({
      documents: { [uri]: broken },
      actions: ["Show Problems"],
    });
    await generateServer(fixture.app, { resource: uri });
    expect(fixture.messages.shown).toHaveLength(1);
    expect(fixture.messages.shown[0]).toMatch(/^warning: pets\.yaml cannot be used: .*\[Show Problems\]$/);
    expect(fixture.documents.problems.get(uri)).toContainEqual(expect.objectContaining({ severity: "error" }));
    await expect.poll(() => fixture.documents.shown).toEqual([uri, "the problems"]);
    expect(await names()).toEqual(before);
  });

  test("that are warnings is generated, and the warnings stay in the Problems view", async () => {
    const text = createPetDocument({ servers: [{ url: "/v1" }] });
    await using fixture = await openFixture({ documents: { [uri]: text }, answers: ["Warned"] });
    await generateServer(fixture.app, { resource: uri });
    expect(fixture.messages.shown[0]).toContain("The Problems view shows");
    expect(fixture.documents.problems.get(uri)).toContainEqual(
      expect.objectContaining({ severity: "warning", code: "no_absolute_server" }),
    );
  });
});

describe("nothing is created after", () => {
  test.each<[string, Options, CommandTarget?]>([
    ["Escape at the document", { answers: [escapeAnswer] }],
    ["Escape at the URL", { answers: ["From a URL", escapeAnswer] }],
    ["a dialog in which no file is chosen", { answers: ["Browse"] }],
    ["Escape at the operations", { choose: () => undefined }, { resource: uri }],
  ])("%s", async (_, options, target = {}) => {
    const before = await names();
    await using fixture = await openFixture({ documents: twoDocuments, ...options });
    await generateServer(fixture.app, target);
    expect(fixture.prompts.unusedAnswers).toEqual([]);
    expect(fixture.messages.shown).toEqual([]);
    expect(await names()).toEqual(before);
  });

  test("a cancelled connection prompt", async () => {
    await using fixture = await openFixture({ documents });
    await generateServer({ ...fixture.app, client: async () => undefined }, { resource: uri });
    expect(fixture.prompts.questions).toEqual([]);
  });
});

test.each([
  ["is sent generates nothing", "Sending it to the service", /draft/],
  ["was sent ends only the wait", "The service is generating the code, and goes on after Cancel.", /generating|ready/],
])("cancelling before a generation %s, with a message", async (name, message, status) => {
  await using fixture = await openFixture({
    ...{ documents, answers: [name] },
    cancel: { title: `Generating ${name}`, message },
  });
  await generateServer(fixture.app, { resource: uri });
  expect(fixture.messages.shown).toEqual([expect.stringContaining(`No longer waiting for ${name}.`)]);
  const { items } = await served.api.call("servers.list", {});
  expect(items.find((server) => server.name === name)?.status).toMatch(status);
});

describe("a new server", () => {
  test("asks for one of several projects, or creates one", async () => {
    await served.api.call("projects.create", { name: "Second" });
    await using fixture = await openFixture({
      documents,
      answers: ["Placed", "New project", "Third"],
    });
    await generateServer(fixture.app, { resource: uri });
    const { items } = await served.api.call("projects.list", {});
    expect(items.find(({ name }) => name === "Third")?.serverCount).toBe(1);
    await using escaping = await openFixture({
      documents,
      answers: ["Never", "New project", escapeAnswer],
    });
    await generateServer(escaping.app, { resource: uri });
    expect(await names()).not.toContain("Never");
    await using selected = await openFixture({ documents, answers: ["Selected"] });
    const second = items.find(({ name }) => name === "Second");
    await writeSelectedProject(selected.memory, "local", second);
    await generateServer(selected.app, { resource: uri });
    expect((await newest()).projectId).toBe(second?.id);
  });
});
