import { describe, expect, test } from "vitest";
import { generateServer } from "../../../../../../src/extension/server/commands/generateServer.ts";
import { createPetDocument } from "../../../../../support/documents/petDocument.ts";
import { createCommandFixture } from "../../../../../support/editor/commandFixture.ts";
import { createMapMemory } from "../../../../../support/editor/mapMemory.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../../support/editor/scriptedPrompts.ts";
import { requireValue } from "../../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../../support/service/useServedService.ts";

const uri = "file:///home/me/pets.yaml";
const document = createPetDocument();
const changed = document
  .replace(
    '"operationId": "listOrders",',
    '"operationId": "listOrders", "parameters": [{ "name": "day", "in": "query", "required": true }],',
  )
  .replace('"post": {', '"put": {')
  .replace('"addPet"', '"replacePet"');
const served = await useServedService();

type Options = NonNullable<Parameters<typeof createCommandFixture>[1]>;

/** Generates a server from the document, of which a window has this memory. */
async function generateOnce(include?: readonly string[]) {
  const memory = createMapMemory();
  await using fixture = await createCommandFixture(served, {
    ...{ memory, documents: { [uri]: document }, choose: () => (include ? { include } : {}) },
  });
  await generateServer(fixture.app, { resource: uri });
  const server = requireValue((await served.api.call("servers.list", { limit: 1 })).items[0]);
  return { server, memory };
}

/** Its server is generated again by one test only, which has one of its own. */
const shared = await generateOnce();

async function generateAgain(text: string, answers: readonly ScriptedAnswer[], options: Options = {}, once = shared) {
  const { server, memory } = once;
  await using fixture = await createCommandFixture(served, { memory, documents: { [uri]: text }, answers, ...options });
  await generateServer(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  const [after] = (await served.api.call("servers.list", { id: server.id })).items;
  return {
    ...{ questions: fixture.prompts.questions, messages: fixture.messages.shown, shown: fixture.documents.shown },
    first: fixture.prompts.offered[0]?.[0],
    ...{ version: after?.latestVersion, tools: after?.toolCount },
  };
}

const changes =
  "From pets.yaml (Tools since 0.1.0: 1 new, 1 changed, 1 gone · 2 breaking changes, so the next version is 0.2.0)";

describe("Generate Again after a change of the document", () => {
  test("shows what that does to callers, and goes on with the same operations", async () => {
    const once = await generateOnce();
    const { name } = once.server;
    const { questions, messages } = await generateAgain(changed, ["Generate again"], {}, once);
    expect(questions).toEqual([`Generate ${name}: ${changes}`]);
    expect(messages).toEqual([`info: Generated ${name} 0.2.0 with 3 tools. [Deploy, Open Code]`]);
  });

  test.each<ScriptedAnswer>(["Show All Changes", "addPet", escapeAnswer])(
    "makes nothing for the answer %s",
    async (answer) => {
      const { shown, questions, version, messages } = await generateAgain(changed, [answer]);
      const text =
        /^Pets 0\.1\.0 → pets\.yaml\.md: # Tools of Pets.*Breaking.*addPet.*The tool is gone.*listOrders.*day is required/s;
      expect(shown).toEqual(answer === escapeAnswer ? [] : [expect.stringMatching(text)]);
      expect([questions, version, messages]).toEqual([[`Generate Pets: ${changes}`], "0.1.0", []]);
    },
  );

  test("keeps the selection, and offers new operations that it leaves out without choosing them", async () => {
    const offered: unknown[] = [];
    const choose: Options["choose"] = ({ chosen }) => {
      offered.push(chosen);
      return { include: [...(chosen.include ?? []), "PUT /pets"] };
    };
    const selected = await generateOnce(["GET /pets", "POST /pets"]);
    const { questions, tools, first } = await generateAgain(changed, ["replacePet"], { choose }, selected);
    expect(questions[0]).toContain("(Tools since 0.1.0: 1 gone · 1 breaking change, so the next version is 0.2.0)");
    expect(first).toMatchObject({ label: "Generate again", description: "1 of 3 operations · without 1 new" });
    expect(offered).toEqual([{ include: ["GET /pets"] }]);
    expect(tools).toBe(2);
  });

  test("says that the tools stay the same when the change is in no tool, and offers no list of changes", async () => {
    const { questions } = await generateAgain(`${document}\n`, [escapeAnswer]);
    expect(questions).toEqual(["Generate Pets: From pets.yaml (The tools are the same as in 0.1.0.)"]);
    const show = generateAgain(`${document}\n`, ["Show All Changes"]);
    await expect(show).rejects.toThrow('"Show All Changes" is not among');
  });

  test("ends when the comparison is cancelled", async () => {
    const cancel = { title: "Comparing the tools of Pets" };
    const { questions, version } = await generateAgain(changed, [], { cancel });
    expect([questions, version]).toEqual([[], "0.1.0"]);
  });
});
