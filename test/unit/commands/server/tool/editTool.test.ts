import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { editTool } from "../../../../../src/commands/server/tool/editTool.ts";
import { promptBack } from "../../../../../src/core/foundation/ports.ts";
import { analyzeOpenapiDocument } from "../../../../../src/generator/analyzeOpenapiDocument.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const folder = "file:///home/me";
const uri = `${folder}/pets.yaml`;
const overlayUri = `${folder}/pets.overlay.yaml`;
const parameters = [
  { name: "limit", in: "query", schema: { type: "integer" } },
  { name: "X-Tenant", in: "header", required: true, schema: { type: "string" } },
];
const pet = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string" }, owner: { type: "object", properties: { age: { type: "integer" } } } },
};
const requestBody = { content: { "application/json": { schema: pet } } };
const document = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://pets.example.com" }],
  paths: {
    "/pets": {
      get: { operationId: "listPets", summary: "List pets", parameters },
      post: { operationId: "addPet", requestBody },
    },
  },
});

const served = await useServedService();

interface EditOptions {
  readonly overlay?: string;
  readonly actions?: readonly string[];
  readonly target?: Parameters<typeof editTool>[1];
}

/** Edits the tool of `GET /pets` with these answers. */
async function edit(answers: readonly ScriptedAnswer[], options: EditOptions = {}) {
  const { overlay, actions = [], target = { resource: uri, caseId: "GET /pets" } } = options;
  await using fixture = await createCommandFixture(served, {
    documents: { [uri]: document, ...(overlay !== undefined && { [overlayUri]: overlay }) },
    answers,
    actions,
  });
  await editTool(fixture.app, target);
  const { documents, prompts, messages, ranCommands } = fixture;
  const bytes = await documents.readFile(overlayUri);
  const text = bytes && new TextDecoder().decode(bytes);
  return { text, documents, questions: prompts.questions, messages: messages.shown, ranCommands };
}

/** The analysis of the document with the overlay that the edit leaves. */
async function analyzeAfter(answers: readonly ScriptedAnswer[], overlay?: string) {
  const { text } = await edit(answers, overlay === undefined ? {} : { overlay });
  const analysis = analyzeOpenapiDocument(document, text);
  expect(analysis.overlay?.problems ?? []).toEqual([]);
  return { ...analysis, tool: analysis.operations.find(({ filter }) => filter === "GET /pets"), text };
}

const shape = (extension: object) =>
  JSON.stringify({
    overlay: "1.0.0",
    info: { title: "t", version: "1" },
    actions: [{ target: "$.paths['/pets'].get", update: { "x-mcp": extension } }],
  });

describe("editing a tool", () => {
  test("writes a new overlay beside the document, shows it and offers to generate", async () => {
    const { text, documents, messages, ranCommands } = await edit(["Name", "all-pets"], { actions: ["Generate..."] });
    expect(parse(text ?? "")).toEqual({
      overlay: "1.0.0",
      info: { title: "Tools of Pets", version: "1.0.0" },
      extends: "./pets.yaml",
      actions: [{ target: "$.paths['/pets'].get", update: { "x-mcp": { name: "all-pets" } } }],
    });
    expect(documents.compared).toEqual([
      {
        title: "Edit Tool listPets",
        pairs: [{ label: "pets.overlay.yaml", left: undefined, right: overlayUri }],
      },
    ]);
    expect(messages).toEqual([
      "info: pets.overlay.yaml has the change of listPets. It takes effect when the server is generated again. [Generate...]",
    ]);
    expect(ranCommands).toEqual(["fairlead.server.generate"]);
  });

  test("changes the overlay that there is, and shows what it was before", async () => {
    const overlay = `# Ours\n${shape({ title: "All pets" })}`;
    const { text, documents } = await edit(["Description", "Lists them."], { overlay });
    expect(text?.startsWith("# Ours\n")).toBe(true);
    expect(parse(text ?? "").actions).toEqual([
      {
        target: "$.paths['/pets'].get",
        update: { "x-mcp": { title: "All pets", description: "Lists them." } },
      },
    ]);
    expect(documents.compared[0]?.pairs).toEqual([
      { label: "pets.overlay.yaml", left: { name: "pets.overlay.yaml", text: overlay }, right: overlayUri },
    ]);
  });

  test.each([
    [["Title", "All"], { title: "All" }],
    [["Group", "animals"], { extension: { group: "animals" } }],
    [["Pin"], { extension: { pinned: true } }],
    [["Fix or Hide a Parameter", "limit", ""], { parameters: [{ name: "X-Tenant" }] }],
    [["Fix or Hide a Parameter", "limit", "5"], { extension: { parameters: { limit: { value: 5 } } } }],
    [["Fix or Hide a Parameter", "X-Tenant", "5"], { extension: { parameters: { "X-Tenant": { value: "5" } } } }],
    [["Effect", "may delete"], { annotations: { readOnlyHint: false, destructiveHint: true } }],
    [["Effect", "changes data"], { annotations: { readOnlyHint: false, destructiveHint: false } }],
    [["Keep Only", "$.items[*].id, $['a,b'].c"], { extension: { fields: { keep: ["$.items[*].id", "$['a,b'].c"] } } }],
    [["Leave Out", "$..url"], { extension: { fields: { drop: ["$..url"] } } }],
    [["Page Size", "20"], { extension: { pageSize: 20 } }],
    [["Largest Answer", "5000"], { extension: { maxAnswer: 5000 } }],
  ])("%j has its effect when the server is generated", async (answers, expected) => {
    expect((await analyzeAfter(answers)).tool).toMatchObject(expected);
  });

  test("disables a tool, lists it as disabled, and enables it again", async () => {
    const disabled = await analyzeAfter(["Disable"]);
    expect(disabled.tool).toBeUndefined();
    const enabled = await analyzeAfter(["Enable"], disabled.text);
    expect(enabled.tool).toMatchObject({ id: "listPets" });
  });

  test("undoes single changes and all of them", async () => {
    const shaped = shape({ name: "all", pinned: true, parameters: { limit: { value: 5 } } });
    expect((await analyzeAfter(["Name", ""], shaped)).tool?.id).toBe("listPets");
    expect((await analyzeAfter(["Unpin"], shaped)).tool?.extension.pinned).toBeUndefined();
    const offered = await analyzeAfter(["Offer a Parameter", "limit"], shaped);
    expect(offered.tool?.parameters.map(({ name }) => name)).toEqual(["limit", "X-Tenant"]);
    expect((await analyzeAfter(["Reset to the Document"], shaped)).tool?.extension).toEqual({});
  });

  test.each([
    [["name", "Tom"], { name: { value: "Tom" } }],
    [["owner.age", "3"], { "owner.age": { value: 3 } }],
    [["owner", ""], { owner: { hidden: true } }],
  ])("fixes or hides a field of the body with %j, and offers it again", async (answers, body) => {
    const target = { resource: uri, caseId: "POST /pets" };
    const taken = await edit(["Fix or Hide a Parameter or Body Field", ...answers], { target });
    const readTool = (overlay: string | undefined) =>
      analyzeOpenapiDocument(document, overlay).operations.find(({ filter }) => filter === "POST /pets");
    const [name = ""] = answers;
    expect(readTool(taken.text)?.extension).toEqual({ body });
    expect(readTool(taken.text)?.bodyFields.map((one) => one.name)).not.toContain(name);
    const offered = await edit(["Offer a Parameter or Body Field Again", name], { target, overlay: taken.text ?? "" });
    expect(readTool(offered.text)?.bodyFields.map((one) => one.name)).toEqual(["name", "owner", "owner.age"]);
  });

  test("refuses a required field of the body without a value", async () => {
    const options = { target: { resource: uri, caseId: "POST /pets" } };
    await expect(edit(["Fix or Hide a Parameter", "name", ""], options)).rejects.toThrow("name is required.");
  });

  test("refuses a name that is none or that another tool has, and a required parameter without a value", async () => {
    await expect(edit(["Name", "two words"])).rejects.toThrow("Use letters, digits, _ and - only.");
    await expect(edit(["Name", "ADDPET"])).rejects.toThrow("Another tool is called ADDPET.");
    await expect(edit(["Title", "x".repeat(101)])).rejects.toThrow("Use at most 100 characters.");
    await expect(edit(["Fix or Hide a Parameter", "X-Tenant", ""])).rejects.toThrow("X-Tenant is required.");
  });

  test("undoes single changes of the effect and of the answer", async () => {
    const answers = shape({ annotations: { readOnlyHint: false, idempotentHint: true }, fields: { keep: ["$.id"] } });
    expect((await analyzeAfter(["Effect", "As the document says"], answers)).tool?.extension.annotations).toEqual({
      idempotentHint: true,
    });
    expect((await analyzeAfter(["Keep Only", ""], answers)).tool?.extension.fields).toBeUndefined();
  });

  test("refuses what is no path or no number in its range", async () => {
    await expect(edit(["Keep Only", "$.a, items["])).rejects.toThrow("Use JSONPaths without functions");
    await expect(edit(["Page Size", "many"])).rejects.toThrow("Enter a whole number.");
    await expect(edit(["Largest Answer", "99"])).rejects.toThrow("Enter a whole number from 100 to 100,000.");
  });

  test("from the palette asks for the tool", async () => {
    const { text, questions } = await edit(["addPet", "Disable"], { target: {} });
    expect(questions).toEqual(["Edit Tool: Which tool?", "Edit Tool addPet: What do you want to change?"]);
    expect(parse(text ?? "").actions).toMatchObject([{ target: "$.paths['/pets'].post" }]);
  });

  test.each<[readonly ScriptedAnswer[]]>([
    [[escapeAnswer]],
    [[promptBack]],
    [["Title", escapeAnswer]],
    [["Title", promptBack, escapeAnswer]],
    [["Effect", escapeAnswer]],
    [["Effect", promptBack, escapeAnswer]],
    [["Page Size", escapeAnswer]],
    [["Page Size", ""]],
    [["Fix or Hide a Parameter", escapeAnswer]],
    [["Fix or Hide a Parameter", "limit", escapeAnswer]],
    [["Title", "List pets"]],
  ])("that ends with %j writes nothing", async (answers) => {
    const { text, documents } = await edit(answers);
    expect(text).toBeUndefined();
    expect(documents.compared).toEqual([]);
  });

  test("that the document itself shapes cannot be reset by the overlay", async () => {
    const own = JSON.stringify({ ...JSON.parse(document), paths: { "/a": { get: { "x-mcp": { name: "own" } } } } });
    await using fixture = await createCommandFixture(served, {
      documents: { [uri]: own, [overlayUri]: "overlay: 1.0.0\ninfo: { title: t, version: 1.0.0 }\nactions: []\n" },
      answers: ["Reset to the Document"],
    });
    await editTool(fixture.app, { resource: uri, caseId: "GET /a" });
    expect(fixture.messages.shown).toEqual([
      "info: pets.overlay.yaml does not change own in this way; the document itself may.",
    ]);
    expect(fixture.documents.compared).toEqual([]);
  });

  test("of a document on the web fails with what to do, and of an unusable overlay shows its problem", async () => {
    const web = { resource: "https://pets.example.com/openapi.json" };
    await using fixture = await createCommandFixture(served, { documents: { [web.resource]: document } });
    fixture.documents.activeUri = web.resource;
    await expect(editTool(fixture.app, web)).rejects.toThrow("Save the document as a JSON or YAML file");
    const { messages } = await edit([], { overlay: "overlay: 9.0.0" });
    expect(messages).toEqual([
      expect.stringMatching(/^error: pets\.overlay\.yaml cannot be used: .* \[Show Problems\]$/),
    ]);
  });
});
