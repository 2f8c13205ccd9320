import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { listFiles, PackageManager } from "@vscode/vsce";
import { root } from "./prepare/paths.mjs";
import { runNode } from "./run.ts";

const vsce = join(root, "node_modules", "@vscode", "vsce", "vsce");
// The bundles hold the dependencies. Links of the README lead to the repository, also to its pictures.
const options = ["--no-dependencies"];

/**
 * Packages the built extension and returns the file. The same commit produces the same bytes on every machine: files have the
 * date of the commit in UTC, are readable for all users, and are sorted independently of the language.
 */
export async function packageExtension(packagePath = join(root, "dist", "fairlead.vsix")): Promise<string> {
  const stage = mkdtempSync(join(tmpdir(), "fairlead-package-"));
  try {
    for (const file of [".vscodeignore", ...(await listFiles({ cwd: root, packageManager: PackageManager.None }))]) {
      mkdirSync(dirname(join(stage, file)), { recursive: true });
      copyFileSync(join(root, file), join(stage, file));
      chmodSync(join(stage, file), 0o644);
    }
    const env = { SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? commitTime(), TZ: "UTC", LC_ALL: "C" };
    const { code, output } = await runNode([vsce, "package", "--out", packagePath, ...options], { cwd: stage, env });
    if (code !== 0 || /^\s*WARNING/m.test(output)) throw new Error(`The extension could not be packaged.\n${output}`);
    return packagePath;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Returns 0 outside of a repository, such as in an unpacked archive. */
function commitTime(): string {
  try {
    return execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" }).trim();
  } catch {
    return "0";
  }
}
