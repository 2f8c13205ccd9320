import ignore from "ignore";
import type { SkillFile } from "../../skills/skill.ts";
import type { EditorDocuments } from "../foundation/ports.ts";

/** Files that say, as Git does, what of a skill's folder is no part of the skill; they are none themselves. */
const ignoreFiles = [".gitignore", ".skillignore"];

/** What a skill's folder is published, tested and compared as. */
export async function selectSkillFiles(
  documents: Pick<EditorDocuments, "readFolder">,
  folder: string,
): Promise<readonly SkillFile[]> {
  return omitIgnoredFiles(await documents.readFolder(folder));
}

export function omitIgnoredFiles(files: readonly SkillFile[]): readonly SkillFile[] {
  const rules = ignore({ ignorecase: false }).add(ignoreFiles);
  for (const name of ignoreFiles) {
    const file = files.find(({ path }) => path === name);
    if (file) rules.add(new TextDecoder().decode(file.bytes));
  }
  // Names that are no path at all are for others to refuse.
  return files.filter(({ path }) => !ignore.isPathValid(path) || !rules.ignores(path));
}
