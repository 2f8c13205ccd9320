import { expect, test } from "vitest";
import { compareSurfaces } from "../../../src/surface/compareSurfaces.ts";
import { findBrokenSkills } from "../../../src/surface/findBrokenSkills.ts";

const tool = (name: string, operation: string) => ({ name, operation, inputSchema: { type: "object" } });
const changes = compareSurfaces(
  [
    tool("listPets", "GET /pets"),
    tool("get", "GET /pets/{id}"),
    tool("feed", "POST /feed"),
    tool("walk_dog", "POST /walk"),
  ],
  [tool("list_pets", "GET /pets"), tool("walk_dog", "POST /walk")],
);
const find = (files: Readonly<Record<string, string>>) =>
  findBrokenSkills(
    Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
    changes,
  );

test("a skill that names tools which are gone or renamed is broken, by its text, its code and its allowed tools", () => {
  const front = "---\nname: care\nallowed-tools: Read mcp__pets__feed\n---\n";
  expect(find({ "skills/care/SKILL.md": `${front}Call listPets first, then \`get\` and walk_dog.` })).toEqual([
    "The skill care names get, which is gone.",
    "The skill care names feed, which is gone.",
    "The skill care names listPets, which is called list_pets now.",
  ]);
  expect(find({ "skills/care/SKILL.md": "", "skills/care/references/more.md": "See `feed`." })).toHaveLength(1);
});

test("a word of English, a longer name and a file that is no text of a skill name no tool", () => {
  const text = "Get food, feed it. listPetsOfOwner and my-listPets are others.";
  expect(find({ "skills/care/SKILL.md": text })).toEqual([]);
  expect(find({ "README.md": "listPets", "skills/care/scripts/run.js": "listPets" })).toEqual([]);
});
