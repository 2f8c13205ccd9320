import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import * as z from "zod";
import type { FileContent } from "../../../src/text/files/fileContent.ts";

/** Verdicts of the reference validator on public skill collections at one version; `invalid` lists folders. */
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
  /** The path relative to the collection. */
  readonly path: string;
  readonly folder: string;
  readonly files: readonly FileContent[];
}

/** Finds all skills of a collection in any folder. */
export function readPublicSkills(collection: string): PublicSkill[] {
  const skillFiles = listFiles(collection).filter((path) => /^skill\.md$/i.test(basename(path)));
  return [...new Set(skillFiles.map(dirname))].toSorted().map((path) => {
    const root = join(collection, path);
    const files = listFiles(root).map((name) => ({ path: name, bytes: readFileSync(join(root, name)) }));
    return { path, folder: basename(root), files };
  });
}

function listFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
}
