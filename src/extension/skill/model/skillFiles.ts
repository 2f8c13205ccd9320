import ignore from "ignore";
import type { FileContent } from "../../../text/files/fileContent.ts";
import type { EditorDocuments } from "../../base/ports.ts";

/** Ignore files in Git's syntax; they are not part of the skill themselves. */
const ignoreFiles = [".gitignore", ".skillignore"];

/** The files of a skill's folder that are published, tested and compared. */
export async function selectSkillFiles(
  documents: Pick<EditorDocuments, "readFolder">,
  folder: string,
): Promise<readonly FileContent[]> {
  return omitIgnoredFiles(await documents.readFolder(folder));
}

export function omitIgnoredFiles(files: readonly FileContent[]): readonly FileContent[] {
  const rules = ignore({ ignorecase: false }).add(ignoreFiles);
  for (const name of ignoreFiles) {
    const file = files.find(({ path }) => path === name);
    if (file) rules.add(new TextDecoder().decode(file.bytes));
  }
  // Another check rejects invalid paths.
  return files.filter(({ path }) => !ignore.isPathValid(path) || !rules.ignores(path));
}
