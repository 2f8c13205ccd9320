import { open } from "node:fs/promises";
import { CancellationTokenSource, type GlobPattern, Uri, workspace } from "vscode";
import { folderLinkName } from "../../../text/files/folderRules.ts";
import type { EditorDocuments } from "../../base/ports.ts";
import { isOpenApiText, isRootOpenApiText, openApiHeadLength } from "../../documents/model/openApiText.ts";

const candidates = "**/*.{yaml,yml,json}";
const ignored =
  "**/{node_modules,.git,.vscode,dist,out,build}/**,**/{package.json,package-lock.json,tsconfig.json}".split(",");
const maxFiles = 1000;

/** Finds OpenAPI documents of the workspace by the version field at their beginning, not by their names. */
export async function findOpenApiFiles(): Promise<Uri[]> {
  const found = await findWorkspaceFiles(candidates, `{${ignored.join(",")}}`, maxFiles);
  const declared = await Promise.all(found.map(async (uri) => ((await isOpenApiFile(uri)) ? [uri] : [])));
  return declared.flat();
}

/** Reads the beginning of the file, and all of it where that has no more than the version. */
export async function isOpenApiFile(uri: Uri): Promise<boolean> {
  try {
    const head = new TextDecoder().decode(await readHead(uri));
    if (!isOpenApiText(head)) return false;
    return isRootOpenApiText(head) || isRootOpenApiText(new TextDecoder().decode(await workspace.fs.readFile(uri)));
  } catch {
    // The file was removed or is not readable.
    return false;
  }
}

async function readHead(uri: Uri): Promise<Uint8Array> {
  // The editor's file system reads whole files.
  if (uri.scheme !== "file") return (await workspace.fs.readFile(uri)).subarray(0, openApiHeadLength);
  const file = await open(uri.fsPath);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(openApiHeadLength), 0, openApiHeadLength, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const timeoutMs = 10_000;

/** Stops after a while with the files found so far, because a link in the workspace may lead to the whole disk. */
export async function findWorkspaceFiles(
  include: GlobPattern,
  exclude: string,
  maxFiles: number,
  onGivenUp = (): void => {},
): Promise<readonly Uri[]> {
  const cancellation = new CancellationTokenSource();
  const timer = setTimeout(() => {
    cancellation.cancel();
    onGivenUp();
  }, timeoutMs);
  try {
    return (await workspace.findFiles(include, exclude, maxFiles, cancellation.token)) ?? [];
  } finally {
    clearTimeout(timer);
    cancellation.dispose();
  }
}

const ignoredFolders = "**/{node_modules,.git,.hg,.svn}/**";
const mostNamed = 500;

/** Finds the case files of servers. */
export const findCaseFiles: EditorDocuments["findCaseFiles"] = async () => {
  const found = await findWorkspaceFiles("**/fairlead.tests.{yaml,yml,json}", ignoredFolders, mostNamed);
  return found.map((file) => file.toString());
};

/** Finds the folders of the workspace that name their server. */
export const findServerFolders: EditorDocuments["findServerFolders"] = async () => {
  const found = await findWorkspaceFiles(`**/${folderLinkName}`, ignoredFolders, mostNamed);
  return found.map((file) => Uri.joinPath(file, "..").toString()).sort();
};

/** Finds the folders of the workspace that have a `SKILL.md`. */
export const findSkillFolders: EditorDocuments["findSkills"] = async (onGivenUp) => {
  const found = await findWorkspaceFiles("**/SKILL.md", ignoredFolders, mostNamed, onGivenUp);
  return found
    .map((file) => Uri.joinPath(file, ".."))
    .map((folder) => ({ uri: folder.toString(), label: workspace.asRelativePath(folder) }))
    .sort((one, other) => one.label.localeCompare(other.label));
};
