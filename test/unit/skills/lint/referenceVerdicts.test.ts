import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { isValidSkill, lintSkill } from "../../../../src/skills/lint/lintSkill.ts";
import { createSkillFiles } from "../../../support/skills/skillFolder.ts";

/** Verdicts of the reference validator on random front matters and names; `validator` names its version. */
const verdicts = z
  .strictObject({
    validator: z.string(),
    folder: z.string(),
    frontMatters: z.array(z.strictObject({ text: z.string(), valid: z.boolean() })),
    names: z.array(z.strictObject({ name: z.string(), folder: z.string(), valid: z.boolean() })),
  })
  .parse(
    JSON.parse(readFileSync(join(import.meta.dirname, "../../../fixtures/skills/referenceVerdicts.json"), "utf8")),
  );

const passes = (text: string, folder: string) =>
  isValidSkill(lintSkill(createSkillFiles({ "SKILL.md": text }), folder));

test("front matters are valid for the reference validator and for lintSkill, or for neither", () => {
  const { frontMatters, folder } = verdicts;
  expect(frontMatters.filter(({ text, valid }) => passes(text, folder) !== valid)).toEqual([]);
});

test("names in many scripts are valid for the reference validator and for lintSkill, or for neither", () => {
  const text = (name: string) => `---\nname: ${JSON.stringify(name)}\ndescription: Does it.\n---\n`;
  expect(verdicts.names.filter(({ name, folder, valid }) => passes(text(name), folder) !== valid)).toEqual([]);
});

// YAML forbids these forms, but StrictYAML 1.7.3 reads them: 35 of 32,000 random front matters had them. The parsers of clients (js-yaml,
// VS Code's own) reject them too, so they stay errors.
describe("rejects what the reference validator accepts but YAML forbids", () => {
  test.each([
    ["a quoted text that continues in the first column", '---\nname: my-skill\ndescription: "a\nb"\n---\n'],
    ["a block scalar whose indicator is in the first column", "---\nname: my-skill\ndescription:\n|\n  a\n---\n"],
    ["a merge key without a merge", "---\nname: my-skill\ndescription: a\n<<:\n  k: v\n---\n"],
  ])("%s", (_, text) => {
    expect(passes(text, "my-skill")).toBe(false);
  });
});
