import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FileContent } from "../../../src/text/files/fileContent.ts";

const skills = join(import.meta.dirname, "../../../node_modules/playwright-core/lib/tools/skills");

/** The files of a public skill as its authors ship it, in the package playwright-core (Apache-2.0); the repository contains no copy. */
export function readPublicSkill(name: string): FileContent[] {
  const cwd = join(skills, name);
  const paths = globSync("**/*.*", { cwd }).map((path) => path.replaceAll("\\", "/"));
  return paths.sort().map((path) => ({ path, bytes: readFileSync(join(cwd, path)) }));
}
