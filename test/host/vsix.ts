import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { createVSIX } from "@vscode/vsce";
import { root } from "./prepare/paths.mjs";

/** Packages what is built; answers the file. The same commit makes the same bytes: files are dated by its commit. */
export async function packageExtension(packagePath = join(root, "dist", "fairlead.vsix")): Promise<string> {
  process.env.SOURCE_DATE_EPOCH ??= commitTime();
  await createVSIX({
    cwd: root,
    packagePath,
    dependencies: false,
    allowMissingRepository: true,
    // The README's links stay as they are: there is no repository to point them to.
    rewriteRelativeLinks: false,
  });
  return packagePath;
}

/** 0 outside a repository, such as in an unpacked archive. */
function commitTime(): string {
  try {
    return execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" }).trim();
  } catch {
    return "0";
  }
}
