import { open } from "node:fs/promises";
import { CancellationTokenSource, type GlobPattern, type Uri, workspace } from "vscode";

const candidates = "**/*.{yaml,yml,json}";
const ignored =
  "**/{node_modules,.git,.vscode,dist,out,build}/**,**/{package.json,package-lock.json,tsconfig.json}".split(",");
const maxFiles = 1000;

/** `openapi: 3.1.0`, `"swagger": "2.0"`. */
const declaration = /^[ \t]*(?:[{,][ \t]*)?["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]/m;
const headBytes = 4096;

/** Finds OpenAPI documents of the workspace by the version field at their beginning, not by their names. */
export async function findOpenApiFiles(): Promise<Uri[]> {
  const found = await findWorkspaceFiles(candidates, `{${ignored.join(",")}}`, maxFiles);
  const declared = await Promise.all(found.map(async (uri) => ((await isOpenApiFile(uri)) ? [uri] : [])));
  return declared.flat();
}

/** Looks for the version field at the beginning. */
export const isOpenApiText = (text: string): boolean => declaration.test(text.slice(0, headBytes));

/** Reads the beginning of the file. */
export async function isOpenApiFile(uri: Uri): Promise<boolean> {
  try {
    return isOpenApiText(new TextDecoder().decode(await readHead(uri)));
  } catch {
    // The file was removed or is not readable.
    return false;
  }
}

async function readHead(uri: Uri): Promise<Uint8Array> {
  // The editor's file system reads whole files.
  if (uri.scheme !== "file") return (await workspace.fs.readFile(uri)).subarray(0, headBytes);
  const file = await open(uri.fsPath);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
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
): Promise<readonly Uri[]> {
  const cancellation = new CancellationTokenSource();
  const timer = setTimeout(() => cancellation.cancel(), timeoutMs);
  try {
    return (await workspace.findFiles(include, exclude, maxFiles, cancellation.token)) ?? [];
  } finally {
    clearTimeout(timer);
    cancellation.dispose();
  }
}
