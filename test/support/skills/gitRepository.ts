import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** A real Git repository on this disk, with commits. */
export function createTestRepository() {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-repository-"));
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  git("init", "--quiet", "--initial-branch=main");
  const write = (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  /** Writes files and commits everything; returns the commit. */
  const commit = (files: Readonly<Record<string, string>>) => {
    write(files);
    git("add", "--all");
    git("commit", "--quiet", "--allow-empty", "--message=change");
    return git("rev-parse", "HEAD");
  };
  return {
    folder,
    url: pathToFileURL(folder).href,
    git,
    write,
    commit,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
