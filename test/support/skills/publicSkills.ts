import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import * as z from "zod";
import type { SkillFile } from "../../../src/skills/skill.ts";

/** What the reference validator really said of public collections of skills, each at one version; `invalid` are folders in them. */
const publicVerdicts = z.strictObject({
  validator: z.string(),
  collections: z.array(
    z.strictObject({ name: z.string(), version: z.string(), skills: z.int(), invalid: z.array(z.string()) }),
  ),
});

const file = join(import.meta.dirname, "..", "..", "fixtures", "skills", "publicVerdicts.json");

export function readPublicVerdicts() {
  return publicVerdicts.parse(JSON.parse(readFileSync(file, "utf8")));
}

export interface PublicSkill {
  /** Relative to the collection. */
  readonly path: string;
  readonly folder: string;
  readonly files: readonly SkillFile[];
}

/** Every skill of a collection, wherever it is in it. */
export function readPublicSkills(collection: string): PublicSkill[] {
  const mains = filesIn(collection).filter((path) => /^skill\.md$/i.test(basename(path)));
  return [...new Set(mains.map(dirname))].toSorted().map((path) => {
    const root = join(collection, path);
    const files = filesIn(root).map((name) => ({ path: name, bytes: readFileSync(join(root, name)) }));
    return { path, folder: basename(root), files };
  });
}

function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
}
