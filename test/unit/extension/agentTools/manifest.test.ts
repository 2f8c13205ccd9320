import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { toolRegistry } from "../../../../src/extension/agentTools/toolRunner.ts";
import { readManifest } from "../../../support/readManifest.ts";

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
const { contributes } = manifest.parse(readManifest());
const { languageModelTools: declared, chatSkills, commands } = contributes;
const textsOf = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));

describe("tools for language models", () => {
  test("are the same in the manifest and in the code's table", () => {
    expect(declared.map(({ name }) => name).sort()).toEqual(Object.keys(toolRegistry).sort());
  });

  test.each(Object.entries(toolRegistry))(
    "have the input schema of the code in the manifest: %s",
    (name, { input }) => {
      const { $schema, ...schema } = z.toJSONSchema(input, { target: "draft-7", io: "input" });
      expect(declared.find((item) => item.name === name)?.inputSchema).toEqual(schema);
    },
  );

  test("have a tag if they change something", () => {
    const tagged = declared.filter(({ tags }) => tags.includes("changes")).map(({ name }) => name);
    const changing = Object.entries(toolRegistry).flatMap(([name, { kind }]) => (kind === "changes" ? [name] : []));
    expect(tagged.sort()).toEqual(changing.sort());
  });

  test("have unique reference names that start with the extension's name", () => {
    const names = declared.map(({ toolReferenceName }) => toolReferenceName);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !name.startsWith("fairlead"))).toEqual([]);
  });

  test("use the palette's titles of commands, and so does their skill", () => {
    const titles = new Set(commands.map(({ title }) => `Fairlead: ${title.replace(/\.\.\.$/, "")}`));
    const texts = [...textsOf("src/extension/agentTools/*.ts"), ...textsOf("media/skills/**/SKILL.md")];
    const all = [...texts, ...declared.map(({ modelDescription }) => modelDescription)].join("\n");
    const named = [...all.matchAll(/"(Fairlead: [^"]+)"/g)].map(([, title = ""]) => title);
    expect(named.filter((title) => !titles.has(title))).toEqual([]);
    expect(named.length).toBeGreaterThan(5);
  });
});

test("have a skill at the path in the manifest", () => {
  expect(chatSkills.map(({ path }) => path)).toEqual(["./media/skills/fairlead/SKILL.md"]);
  expect(chatSkills.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
});
