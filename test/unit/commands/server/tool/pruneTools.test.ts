import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { pruneTools } from "../../../../../src/commands/server/tool/pruneTools.ts";
import { promptBack } from "../../../../../src/core/foundation/ports.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const uri = "file:///home/me/pets.yaml";
const overlayUri = "file:///home/me/pets.overlay.yaml";
const get = (operationId: string, description: string, more: object = {}) => ({
  get: { operationId, description, responses: {}, ...more },
});
const createDocument = (paths: object) =>
  JSON.stringify({
    ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" }, servers: [{ url: "https://pets.example.com" }] },
    paths,
  });
const document = createDocument({
  "/pets": get("findPets", "Returns all the pets of the store"),
  "/v2/pets": get("searchAnimals", "Returns all the pets of the store"),
  "/pet": get("pets_find", "One pet."),
  "/old": get("oldPets", "Counts them.", { deprecated: true }),
});

const served = await useServedService();

type Choices = readonly { readonly label: string; readonly description: string; readonly isPicked: boolean }[];

async function prune(
  answer: ScriptedAnswer,
  text = document,
  target: Parameters<typeof pruneTools>[1] = { resource: uri },
) {
  await using fixture = await createCommandFixture(served, {
    documents: { [uri]: text },
    answers: [answer],
    actions: ["Generate..."],
  });
  const offered: Choices[] = [];
  const { prompts } = fixture.app;
  const pickMany: typeof prompts.pickMany = (question) => {
    offered.push(
      question.choices.map(({ label, description = "", value }) => ({
        ...{ label, description, isPicked: question.picked(value) },
      })),
    );
    return prompts.pickMany(question);
  };
  await pruneTools({ ...fixture.app, prompts: { ...prompts, pickMany } }, target);
  const { documents, messages, ranCommands } = fixture;
  const bytes = await documents.readFile(overlayUri);
  return {
    overlay: bytes && parse(new TextDecoder().decode(bytes)),
    ...{ offered: offered[0] ?? [], compared: documents.compared, messages: messages.shown, ranCommands },
  };
}

describe("Prune Tools", () => {
  test("proposes with reasons and savings, duplicates first, and checks only these", async () => {
    const { offered } = await prune(escapeAnswer);
    expect(offered).toEqual([
      {
        label: "searchAnimals",
        description: expect.stringMatching(/^same as findPets · saves about \d+ tokens$/),
        isPicked: true,
      },
      { label: expect.any(String), description: expect.stringContaining("saves about"), isPicked: false },
      { label: expect.any(String), description: expect.stringContaining("saves about"), isPicked: false },
    ]);
    const reasons = offered.map(({ label, description }) => `${label}: ${description.split(" · ")[0]}`);
    expect(reasons).toEqual(expect.arrayContaining(["pets_find: like findPets", "oldPets: deprecated"]));
  });

  test("disables the chosen tools in the overlay, shows the difference and says what that saves", async () => {
    const { overlay, compared, messages, ranCommands } = await prune(["searchAnimals", "oldPets"]);
    expect(overlay.actions).toEqual([
      { target: "$.paths['/v2/pets'].get", update: { "x-mcp": { enabled: false } } },
      { target: "$.paths['/old'].get", update: { "x-mcp": { enabled: false } } },
    ]);
    expect(compared).toEqual([
      { title: "Prune Tools", pairs: [{ label: "pets.overlay.yaml", left: undefined, right: overlayUri }] },
    ]);
    expect(messages).toEqual([
      expect.stringMatching(
        /^info: pets\.overlay\.yaml disables 2 tools, which saves about \d+ tokens\. It takes effect when .* \[Generate\.\.\.\]$/,
      ),
    ]);
    expect(ranCommands).toEqual(["fairlead.server.generate"]);
  });

  test.each<[ScriptedAnswer]>([[escapeAnswer], [promptBack], [[]]])("writes nothing after %j", async (answer) => {
    const { overlay, compared, messages } = await prune(answer);
    expect([overlay, compared, messages]).toEqual([undefined, [], []]);
  });

  test("says that there is nothing to propose", async () => {
    const { messages, offered } = await prune(
      escapeAnswer,
      createDocument({ "/pets": get("findPets", "Finds them.") }),
    );
    expect(offered).toEqual([]);
    expect(messages).toEqual([
      expect.stringMatching(
        /^info: No tool of pets\.yaml is deprecated or resembles another one\. .* about \d+ tokens\.$/,
      ),
    ]);
  });

  test("of a document on the web fails with what to do", async () => {
    const resource = "https://pets.example.com/openapi.json";
    await using fixture = await createCommandFixture(served, { documents: { [resource]: document } });
    fixture.documents.activeUri = resource;
    await expect(pruneTools(fixture.app, { resource })).rejects.toThrow("Save the document as a JSON or YAML file");
  });
});
