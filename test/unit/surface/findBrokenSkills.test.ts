import { expect, test } from "vitest";
import { compareSurfaces } from "../../../src/surface/compareSurfaces.ts";
import { findBrokenSkills } from "../../../src/surface/findBrokenSkills.ts";

const tool = (name: string, operation: string, inputSchema: Readonly<Record<string, unknown>> = {}) => ({
  ...{ name, operation, inputSchema: { type: "object", ...inputSchema } },
});
const text = { type: "string" };
const changes = compareSurfaces(
  [
    tool("listPets", "GET /pets"),
    tool("get", "GET /pets/{id}"),
    tool("feed", "POST /feed"),
    { ...tool("walk_dog", "POST /walk"), outputSchema: { type: "object", properties: { km: { type: "number" } } } },
    tool("addPet", "POST /pets", { properties: { name: text, petKind: text } }),
  ],
  [
    tool("list_pets", "GET /pets"),
    {
      ...tool("walk_dog", "POST /walk"),
      outputSchema: { type: "object", properties: { km: { type: "number" } }, required: ["km"] },
    },
    tool("addPet", "POST /pets", { properties: { name: text, owner: text }, required: ["owner"] }),
  ],
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
  const english = "Get food, feed it. listPetsOfOwner and my-listPets are others.";
  expect(find({ "skills/care/SKILL.md": english })).toEqual([]);
  expect(find({ "README.md": "listPets", "skills/care/scripts/run.js": "listPets" })).toEqual([]);
});

test("a skill that names a tool and not what the tool needs now, or what it no longer takes, is broken", () => {
  expect(find({ "skills/care/SKILL.md": "Call addPet, and the owner is happy." })).toEqual([
    "The skill care names addPet: input.owner is required now.",
  ]);
  expect(find({ "skills/care/SKILL.md": "Call addPet.", "skills/care/references/a.md": "Give `owner`." })).toEqual([]);
  expect(find({ "skills/care/SKILL.md": "Call addPet with `owner` and petKind." })).toEqual([
    "The skill care names addPet: input.petKind is gone.",
  ]);
  expect(find({ "skills/care/SKILL.md": "The owner has a petKind." })).toEqual([]);
});

test("the evals of a skill name tools in their tasks, and as whole values", () => {
  const evals = { evals: [{ prompt: "Use listPets to get all.", tools: ["feed"], get: "x" }] };
  expect(find({ "skills/care/evals/evals.json": JSON.stringify(evals) })).toEqual([
    "The skill care names feed, which is gone.",
    "The skill care names listPets, which is called list_pets now.",
  ]);
  expect(find({ "skills/care/other.json": JSON.stringify(evals) })).toEqual([]);
});
