import { expect, test } from "vitest";
import type { ServiceClient } from "../../../../../src/client/client.ts";
import { findSkillOfFolder } from "../../../../../src/extension/skill/model/findSkillOfFolder.ts";
import { openSkillLinks } from "../../../../../src/extension/skill/model/skillLinks.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";

const skills = [
  { id: "skl_1", name: "notes" },
  { id: "skl_2", name: "notes" },
  { id: "skl_3", name: "plan" },
];
const client = {
  call: async (_operation: string, { id }: { id?: string }) => ({
    items: skills.filter((skill) => id === undefined || skill.id === id),
  }),
} as unknown as ServiceClient;
const connections = { scope: () => "here", active: () => undefined };

test.each([
  ["the linked one", "skl_2", "notes", "skl_2"],
  ["the linked one, whatever its name", "skl_3", "notes", "skl_3"],
  ["the only one of its name, if the linked one is gone", "skl_9", "plan", "skl_3"],
  ["the only one of its name", undefined, "plan", "skl_3"],
  ["none of several of its name", undefined, "notes", undefined],
])("the skill of a folder is %s", async (_name, linked, name, expected) => {
  const app = { memory: createMapMemory(), connections };
  if (linked) await openSkillLinks(app.memory, "here").saveFolder("file:///a", linked);
  expect((await findSkillOfFolder(app, client, "file:///a", name))?.id).toBe(expected);
});

test("where a skill has no known name, an error leads to the service profile", async () => {
  const unnamed = { call: async () => ({ items: [{ id: "s1", name: "id s1" }] }) } as unknown as ServiceClient;
  const app = { memory: createMapMemory(), connections };
  await expect(findSkillOfFolder(app, unnamed, "file:///a", "notes")).rejects.toThrow(
    "It is not known which skill at the service is notes: say in the service profile which value is the name of a skill.",
  );
});
