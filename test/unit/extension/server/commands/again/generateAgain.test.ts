import { describe, expect, test } from "vitest";
import { generateServer } from "../../../../../../src/extension/server/commands/generateServer.ts";
import { createPetDocument } from "../../../../../support/documents/petDocument.ts";
import { createCommandFixture } from "../../../../../support/editor/commandFixture.ts";
import { createMapMemory } from "../../../../../support/editor/mapMemory.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../../support/editor/scriptedPrompts.ts";
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

/** Generates from the document with a selection, then from another text. */
async function generateTwice(
  text: string,
  answers: readonly ScriptedAnswer[],
  { include, ...options }: Options & { readonly include?: readonly string[] } = {},
) {
  const memory = createMapMemory();
  await using first = await createCommandFixture(served, {
    ...{ memory, documents: { [uri]: document }, choose: () => (include ? { include } : {}) },
  });
  await generateServer(first.app, { resource: uri });
  const [server] = (await served.api.call("servers.list", { limit: 1 })).items;
  if (!server) throw new Error("there is no server");
  await using second = await createCommandFixture(served, { memory, documents: { [uri]: text }, answers, ...options });
  await generateServer(second.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  const [after] = (await served.api.call("servers.list", { id: server.id })).items;
  const { shown: messages } = second.messages;
  return { ...second, messages, version: after?.latestVersion, tools: after?.toolCount };
}

const question =
  "Generate Pets: From pets.yaml (Tools since 0.1.0: 1 new, 1 changed, 1 gone · 2 breaking changes, so the next version is 0.2.0)";

describe("Generate Again after a change of the document", () => {
  test("shows what that does to callers, and goes on with the same operations", async () => {
    const { prompts, messages } = await generateTwice(changed, ["Generate again"]);
    expect(prompts.questions).toEqual([question]);
    expect(messages).toEqual(["info: Generated Pets 0.2.0 with 3 tools. [Deploy, Read the Code]"]);
  });

  test("makes nothing after Escape", async () => {
    const { prompts, version, messages } = await generateTwice(changed, [escapeAnswer]);
    expect(prompts.questions).toEqual([question]);
    expect([version, messages]).toEqual(["0.1.0", []]);
  });

  test.each(["Show All Changes", "addPet"])(
    "opens the document of all changes for %s, and makes nothing",
    async (answer) => {
      const { documents, prompts, version } = await generateTwice(changed, [answer]);
      expect(documents.shown).toHaveLength(1);
      expect(documents.shown[0]).toMatch(/^Pets 0\.1\.0 → pets\.yaml\.md: # Tools of Pets/);
      expect(documents.shown[0]).toMatch(/Breaking.*addPet.*The tool is gone.*listOrders.*day is required/s);
      expect(prompts.questions).toEqual([question]);
      expect(version).toBe("0.1.0");
    },
  );

  test("keeps the selection, and offers new operations that it leaves out without choosing them", async () => {
    const offered: unknown[] = [];
    const { prompts, tools } = await generateTwice(changed, ["replacePet"], {
      include: ["GET /pets", "POST /pets"],
      choose: ({ chosen }) => {
        offered.push(chosen);
        return { include: [...(chosen.include ?? []), "PUT /pets"] };
      },
    });
    expect(prompts.questions[0]).toContain(
      "(Tools since 0.1.0: 1 gone · 1 breaking change, so the next version is 0.2.0)",
    );
    expect(offered).toEqual([{ include: ["GET /pets"] }]);
    expect(tools).toBe(2);
  });

  test("says that the tools stay the same when the change is in no tool", async () => {
    const { prompts } = await generateTwice(`${document}\n`, [escapeAnswer]);
    expect(prompts.questions).toEqual(["Generate Pets: From pets.yaml (The tools are the same as in 0.1.0.)"]);
  });

  test("offers no list of changes when there is none", async () => {
    const show = generateTwice(`${document}\n`, ["Show All Changes"]);
    await expect(show).rejects.toThrow('"Show All Changes" is not among');
  });

  test("ends when the comparison is cancelled", async () => {
    const cancel = { title: "Comparing the tools of Pets" };
    const { prompts, version } = await generateTwice(changed, [], { cancel });
    expect([prompts.questions, version]).toEqual([[], "0.1.0"]);
  });
});
