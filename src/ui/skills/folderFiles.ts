import { Uri, workspace } from "vscode";
import { withoutIgnored } from "../../core/skillFiles.ts";
import type { SkillFile } from "../../skills/model.ts";
import { pathsIn } from "../folders.ts";

/** What is looked into: the rest only has to be there. */
const read = /^(?:SKILL\.md|skill\.md|\.gitignore|\.skillignore|(?:evals\/)?[^/]+\.(?:json|ya?ml))$/;
const largest = 2 ** 20;
const nothing = new Uint8Array();

/** The files of a skill's folder as they would be published, with the bytes of those that problems can be in. */
export async function folderFiles(folder: Uri): Promise<readonly SkillFile[]> {
  const paths = await pathsIn(folder, "");
  const files = paths.map(async (path) => ({ path, bytes: read.test(path) ? await readSmall(folder, path) : nothing }));
  return withoutIgnored(await Promise.all(files));
}

async function readSmall(folder: Uri, path: string): Promise<Uint8Array> {
  const file = Uri.joinPath(folder, path);
  const { size } = await workspace.fs.stat(file);
  return size > largest ? nothing : workspace.fs.readFile(file);
}
