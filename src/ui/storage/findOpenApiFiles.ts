import { type Uri, workspace } from "vscode";
import { findWorkspaceFiles } from "./findWorkspaceFiles.ts";

const candidates = "**/*.{yaml,yml,json}";
const ignored =
  "**/{node_modules,.git,.vscode,dist,out,build}/**,**/{package.json,package-lock.json,tsconfig.json}".split(",");
const mostRead = 300;
const largest = 32 * 2 ** 20;

/** Where a document says what it is: `openapi: 3.1.0`, `"swagger": "2.0"`. */
const declaration = /^\s*[{,]?\s*["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]/m;
const headBytes = 4096;

/** Workspace files that say at their beginning that they are OpenAPI documents, whatever their name. */
export async function findOpenApiFiles(): Promise<Uri[]> {
  const found = await findWorkspaceFiles(candidates, `{${ignored.join(",")}}`, mostRead);
  const declared = await Promise.all(found.map(async (uri) => ((await declares(uri)) ? [uri] : [])));
  return declared.flat();
}

async function declares(uri: Uri): Promise<boolean> {
  try {
    if ((await workspace.fs.stat(uri)).size > largest) return false;
    const bytes = await workspace.fs.readFile(uri);
    return declaration.test(new TextDecoder().decode(bytes.subarray(0, headBytes)));
  } catch {
    // Gone or unreadable: nothing to offer.
    return false;
  }
}
