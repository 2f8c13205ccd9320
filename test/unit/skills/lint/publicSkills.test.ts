import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { checkPortability } from "../../../../src/skills/checkPortability.ts";
import { isValidSkill, lintSkill } from "../../../../src/skills/lint/lintSkill.ts";
import { readPublicSkills, readPublicVerdicts } from "../../../support/skills/publicSkills.ts";

const packages = join(import.meta.dirname, "../../../../node_modules");
const installed = readPublicVerdicts().collections.filter(({ name }) => !name.startsWith("https:"));

// `npm run judge:skills -- FOLDER` checks larger collections that are cloned.
describe.each(installed)("the skills that $name ships", ({ name, version, skills: count, invalid }) => {
  const root = join(packages, name);
  const skills = readPublicSkills(root);

  test("are those that the reference validator checked", () => {
    const manifest = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
    expect([manifest.version, skills.length]).toEqual([version, count]);
  });

  test("are valid exactly if the reference validator accepts them", () => {
    const refused = skills.filter(({ files, folder }) => !isValidSkill(lintSkill(files, folder)));
    expect(refused.map(({ path }) => path)).toEqual(invalid);
  });

  test("are skipped by no client", () => {
    const skipped = skills.flatMap(({ files, folder }) =>
      checkPortability(files, folder).filter(({ verdict }) => verdict === "skips"),
    );
    expect(skipped).toEqual([]);
  });
});
