import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { toolRegistry } from "../../../../src/core/tools/toolRunner.ts";

const root = join(import.meta.dirname, "../../../..");
const tool = z.looseObject({
  ...{ name: z.string(), toolReferenceName: z.string(), modelDescription: z.string() },
  tags: z.array(z.string()),
  inputSchema: z.unknown(),
});
const manifest = z.object({
  contributes: z.object({
    commands: z.array(z.looseObject({ title: z.string() })),
    languageModelTools: z.array(tool),
    chatSkills: z.array(z.looseObject({ path: z.string() })),
  }),
});
const { contributes } = manifest.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
const { languageModelTools: declared, chatSkills, commands } = contributes;
const textsOf = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));

describe("tools for language models", () => {
  test("of the manifest and of the code's table are the same", () => {
    expect(declared.map(({ name }) => name).sort()).toEqual(Object.keys(toolRegistry).sort());
  });

  test.each(Object.entries(toolRegistry))("take what the manifest says they take: %s", (name, { input }) => {
    const { $schema, ...schema } = z.toJSONSchema(input, { target: "draft-7", io: "input" });
    expect(declared.find((one) => one.name === name)?.inputSchema).toEqual(schema);
  });

  test("say by a tag which of them change something", () => {
    const tagged = declared.filter(({ tags }) => tags.includes("changes")).map(({ name }) => name);
    const changing = Object.entries(toolRegistry).flatMap(([name, { kind }]) => (kind === "changes" ? [name] : []));
    expect(tagged.sort()).toEqual(changing.sort());
  });

  test("are referred to by names of their own, told from others' by the extension's", () => {
    const names = declared.map(({ toolReferenceName }) => toolReferenceName);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !name.startsWith("fairlead"))).toEqual([]);
  });

  test("name commands as the palette shows them, and so does the skill about them", () => {
    const titles = new Set(commands.map(({ title }) => `Fairlead: ${title.replace(/\.\.\.$/, "")}`));
    const told = [...textsOf("src/core/tools/*.ts"), ...textsOf("media/skills/**/SKILL.md")];
    const all = [...told, ...declared.map(({ modelDescription }) => modelDescription)].join("\n");
    const named = [...all.matchAll(/"(Fairlead: [^"]+)"/g)].map(([, title = ""]) => title);
    expect(named.filter((title) => !titles.has(title))).toEqual([]);
    expect(named.length).toBeGreaterThan(5);
  });
});

test("the skill about them is where the manifest says", () => {
  expect(chatSkills.map(({ path }) => path)).toEqual(["./media/skills/fairlead/SKILL.md"]);
  expect(chatSkills.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
});
