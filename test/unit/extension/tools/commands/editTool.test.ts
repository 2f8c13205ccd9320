import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { editTool, renameTool } from "../../../../../src/extension/tools/commands/editTool.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const folder = "file:///home/me";
const uri = `${folder}/pets.yaml`;
const overlayUri = `${folder}/pets.overlay.yaml`;
const document = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://pets.example.com" }],
  paths: {
    "/pets": {
      get: { operationId: "listPets", description: "Returns all pets." },
      post: { operationId: "addPet" },
    },
  },
});

const served = await useServedService();

interface EditOptions {
  readonly overlay?: string;
  readonly answers?: readonly ScriptedAnswer[];
  readonly actions?: readonly string[];
  readonly target?: Parameters<typeof editTool>[1];
}

/** Runs a command on the tool of `GET /pets`. */
async function run(command: typeof editTool, options: EditOptions = {}) {
  const { overlay, answers = [], actions = [], target = { resource: uri, caseId: "GET /pets" } } = options;
  await using fixture = await createCommandFixture(served, {
    documents: { [uri]: document, ...(overlay !== undefined && { [overlayUri]: overlay }) },
    answers,
    actions,
  });
  await command(fixture.app, target);
  const { documents, prompts, messages, ranCommands } = fixture;
  const text = await documents.read(overlayUri).catch(() => undefined);
  const bytes = await documents.readFile(overlayUri);
  return {
    text,
    saved: bytes && new TextDecoder().decode(bytes),
    documents,
    questions: prompts.questions,
    messages: messages.shown,
    ranCommands,
  };
}

const rename = (name: ScriptedAnswer, options: EditOptions = {}) => run(renameTool, { ...options, answers: [name] });

const shape = (extension: object) =>
  JSON.stringify({
    overlay: "1.0.0",
    info: { title: "t", version: "1" },
    actions: [{ target: "$.paths['/pets'].get", update: { "x-mcp": extension } }],
  });

describe("Edit Tool", () => {
  test("opens a new overlay at the tool, with its description as the first field", async () => {
    const { text, saved, documents } = await run(editTool);
    expect(parse(saved ?? "").actions).toEqual([]);
    expect(parse(text ?? "")).toEqual({
      overlay: "1.0.0",
      info: { title: "Tools of Pets", version: "1.0.0" },
      extends: "./pets.yaml",
      actions: [{ target: "$.paths['/pets'].get", update: { "x-mcp": { description: "Returns all pets." } } }],
    });
    const line = text?.split("\n").findIndex((one) => one.includes("x-mcp"));
    expect(documents.shown).toEqual([`${overlayUri} at line ${line}`]);
  });

  test("opens the overlay where it has something for the tool, and changes nothing", async () => {
    const overlay = `# Ours
overlay: 1.0.0
info: { title: t, version: 1.0.0 }
actions:
  - { target: "$.paths['/pets'].get", update: { x-own: 1 } }
  - target: $['paths']['/pets']['get']
    update:
      x-mcp: { title: Pets }
  - { target: $.paths.*.get, update: { x-mcp: { pinned: true } } }
`;
    const { text, documents } = await run(editTool, { overlay });
    expect(text).toBe(overlay);
    expect(documents.shown).toEqual([`${overlayUri} at line 7`]);
  });

  test("adds a field below what the overlay has", async () => {
    const overlay = `# Ours\n${shape({ title: "All pets" })}`;
    const target = { resource: uri, caseId: "POST /pets" };
    const { text } = await run(editTool, { overlay, target });
    expect(text?.startsWith("# Ours\n")).toBe(true);
    expect(parse(text ?? "").actions).toEqual([
      { target: "$.paths['/pets'].get", update: { "x-mcp": { title: "All pets" } } },
      { target: "$.paths['/pets'].post", update: { "x-mcp": { description: "POST /pets" } } },
    ]);
  });

  test("of a tool that another action disables enables it", async () => {
    const target = "$.paths.*.get";
    const overlay = shape({}).replace("$.paths['/pets'].get", target).replace("{}", '{ "enabled": false }');
    const { text } = await run(editTool, { overlay });
    expect(parse(text ?? "").actions).toMatchObject([
      { target },
      { target: "$.paths['/pets'].get", update: { "x-mcp": { enabled: true } } },
    ]);
  });

  test("from the palette asks for the tool; Escape opens and writes nothing", async () => {
    const { text, questions } = await run(editTool, { target: {}, answers: ["addPet"] });
    expect(questions).toEqual(["Edit Tool: Which tool?"]);
    expect(parse(text ?? "").actions).toMatchObject([{ target: "$.paths['/pets'].post" }]);
    const cancelled = await run(editTool, { target: {}, answers: [escapeAnswer] });
    expect([cancelled.text, cancelled.documents.shown]).toEqual([undefined, []]);
  });

  test("of a document on the web fails with what to do, and of an unusable overlay shows its problem", async () => {
    const web = { resource: "https://pets.example.com/openapi.json" };
    await using fixture = await createCommandFixture(served, { documents: { [web.resource]: document } });
    fixture.documents.activeUri = web.resource;
    await expect(editTool(fixture.app, web)).rejects.toThrow("Save the document as a JSON or YAML file");
    const { messages } = await run(editTool, { overlay: "overlay: 9.0.0" });
    expect(messages).toEqual([
      expect.stringMatching(/^warning: pets\.overlay\.yaml cannot be used: .* \[Show Problems\]$/),
    ]);
  });
});

describe("the name of a tool", () => {
  test("is written to a new overlay, which is shown, and the server can be generated", async () => {
    const { text, documents, messages, ranCommands } = await rename("all-pets", { actions: ["Generate..."] });
    expect(parse(text ?? "").actions).toEqual([
      { target: "$.paths['/pets'].get", update: { "x-mcp": { name: "all-pets" } } },
    ]);
    expect(documents.compared).toEqual([
      { title: "Edit Tool listPets", pairs: [{ label: "pets.overlay.yaml", left: undefined, right: overlayUri }] },
    ]);
    expect(messages).toEqual([
      "info: pets.overlay.yaml has the change of listPets. It takes effect when the server is generated again. [Generate...]",
    ]);
    expect(ranCommands).toEqual(["fairlead.server.generate"]);
  });

  test("is changed in the overlay that there is, beside what it was; the empty name is that of the document", async () => {
    const overlay = shape({ title: "All pets", name: "all" });
    const { text, documents } = await rename("every", { overlay });
    expect(parse(text ?? "").actions).toMatchObject([{ update: { "x-mcp": { title: "All pets", name: "every" } } }]);
    expect(documents.compared[0]?.pairs).toEqual([
      { label: "pets.overlay.yaml", left: { name: "pets.overlay.yaml", text: overlay }, right: overlayUri },
    ]);
    const undone = await rename("", { overlay });
    expect(parse(undone.text ?? "").actions).toMatchObject([{ update: { "x-mcp": { title: "All pets" } } }]);
    expect(undone.text).not.toContain("name");
  });

  test("is not written after Escape or the same name, and must be a name that no other tool has", async () => {
    for (const answer of [escapeAnswer, "listPets"] as const) {
      const { text, documents } = await rename(answer);
      expect([text, documents.compared]).toEqual([undefined, []]);
    }
    const problem = "Use at most 64 letters, digits, _ and -.";
    await expect(rename("two words")).rejects.toThrow(problem);
    await expect(rename("x".repeat(65))).rejects.toThrow(problem);
    await expect(rename("ADDPET")).rejects.toThrow("Another tool is called ADDPET.");
  });

  test("that the document gives stays when the overlay has none", async () => {
    const own = JSON.stringify({ ...JSON.parse(document), paths: { "/a": { get: { "x-mcp": { name: "own" } } } } });
    await using fixture = await createCommandFixture(served, {
      documents: { [uri]: own, [overlayUri]: "overlay: 1.0.0\ninfo: { title: t, version: 1.0.0 }\nactions: []\n" },
      answers: [""],
    });
    await renameTool(fixture.app, { resource: uri, caseId: "GET /a" });
    expect(fixture.messages.shown).toEqual([
      "info: pets.overlay.yaml does not change own in this way; the document itself may.",
    ]);
    expect(fixture.documents.compared).toEqual([]);
  });
});
