import { CancellationTokenSource, type Uri, workspace } from "vscode";

const candidates = "**/*.{yaml,yml,json}";
const ignored =
  "**/{node_modules,.git,.vscode,dist,out,build}/**,**/{package.json,package-lock.json,tsconfig.json}".split(",");
const maxFiles = 300;
const maxBytes = 32 * 2 ** 20;

/** `openapi: 3.1.0`, `"swagger": "2.0"`. */
const declaration = /^\s*[{,]?\s*["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]/m;
const headBytes = 4096;

/** Finds OpenAPI documents of the workspace by the version field at their beginning, not by their names. */
export async function findOpenApiFiles(): Promise<Uri[]> {
  const found = await findWorkspaceFiles(candidates, `{${ignored.join(",")}}`, maxFiles);
  const declared = await Promise.all(found.map(async (uri) => ((await isOpenApiFile(uri)) ? [uri] : [])));
  return declared.flat();
}

async function isOpenApiFile(uri: Uri): Promise<boolean> {
  try {
    if ((await workspace.fs.stat(uri)).size > maxBytes) return false;
    const bytes = await workspace.fs.readFile(uri);
    return declaration.test(new TextDecoder().decode(bytes.subarray(0, headBytes)));
  } catch {
    // The file was removed or is not readable.
    return false;
  }
}

const timeoutMs = 10_000;

/** Stops after a while with the files found so far, because a link in the workspace may lead to the whole disk. */
export async function findWorkspaceFiles(include: string, exclude: string, maxFiles: number): Promise<readonly Uri[]> {
  const cancellation = new CancellationTokenSource();
  const timer = setTimeout(() => cancellation.cancel(), timeoutMs);
  try {
    return (await workspace.findFiles(include, exclude, maxFiles, cancellation.token)) ?? [];
  } finally {
    clearTimeout(timer);
    cancellation.dispose();
  }
}
