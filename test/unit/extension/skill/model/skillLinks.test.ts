import { expect, test } from "vitest";
import { openSkillLinks } from "../../../../../src/extension/skill/model/skillLinks.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";

test("a folder is the source of a skill at one connection until another replaces it", async () => {
  const memory = createMapMemory();
  const here = openSkillLinks(memory, "here");
  await here.saveFolder("file:///a", "skl_1");
  await here.saveFolder("file:///b", "skl_1");
  await here.saveFolder("file:///a", "skl_1");
  expect([here.ofFolder("file:///a"), here.folderOf("skl_1")]).toEqual(["skl_1", "file:///a"]);
  expect(openSkillLinks(memory, "elsewhere").ofFolder("file:///a")).toBeUndefined();
});

test("invalid stored data is ignored", async () => {
  const memory = createMapMemory();
  await memory.write("workspace", "skills:here", ["of", "long", "ago"]);
  expect(openSkillLinks(memory, "here").ofFolder("file:///a")).toBeUndefined();
});
