import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { writeFile } from "../writeFile.ts";

const settings = ["user.name=Ada", "user.email=ada@example.com", "gc.auto=0", "maintenance.auto=false"];
const options = settings.flatMap((setting) => ["-c", setting]);

/** A real Git repository on this disk; with files, they are its first commit. */
export function createTestRepository(files?: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-repository-"));
  const git = (...args: readonly string[]) =>
    execFileSync("git", [...options, ...args], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  git("init", "--quiet", "--initial-branch=main", "--template=");
  const write = (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) writeFile(folder, path, text);
  };
  const readGitFile = (path: string) => readFileSync(join(folder, ".git", path), "utf8").trim();
  /** Writes files and commits everything; returns the commit. */
  const commit = (files: Readonly<Record<string, string>>) => {
    write(files);
    git("add", "--all");
    git("commit", "--quiet", "--allow-empty", "--message=change");
    const [, branch = ""] = readGitFile("HEAD").split(" ");
    return readGitFile(branch);
  };
  if (files) commit(files);
  return {
    folder,
    url: pathToFileURL(folder).href,
    git,
    write,
    commit,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
