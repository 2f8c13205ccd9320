import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isIgnoredName } from "../../../src/text/files/folderRules.ts";

const branch = "judged";

/** What Git says of a repository, from a copy of it whose branch can be moved. */
export type RepositoryTruth = ReturnType<typeof openRepositoryTruth>;

export interface TrueFile {
  readonly path: string;
  readonly bytes: Buffer;
}

export function openRepositoryTruth(repository: string, wanted: string | undefined) {
  const base = mkdtempSync(join(tmpdir(), "fairlead-judge-"));
  const folder = join(base, "copy.git");
  execFileSync("git", ["clone", "--quiet", "--bare", repository, folder], { stdio: ["ignore", "ignore", "inherit"] });
  const run = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: folder, maxBuffer: 2 ** 30, stdio: ["ignore", "pipe", "ignore"] });
  const read = (...args: readonly string[]) =>
    run(...args)
      .toString()
      .trim();
  // As at the known hosts, a fetch can leave out contents and ask for single objects.
  for (const name of ["allowFilter", "allowAnySHA1InWant"]) run("config", `uploadpack.${name}`, "true");
  const newer = read("rev-parse", "HEAD");
  const count = Number(read("rev-list", "--count", "--first-parent", newer));
  const older = wanted
    ? read("rev-parse", "--verify", `${wanted}^{commit}`)
    : read("rev-list", "--first-parent", `--skip=${Math.floor(count / 3)}`, "-1", newer);
  const cached = new Map<string, readonly TrueFile[]>();
  const readFiles = (commit: string, skill: string): readonly TrueFile[] => {
    const lines = read("ls-tree", "-r", "-z", commit, ...(skill === "" ? [] : [`${skill}/`])).split("\0");
    return lines.flatMap((line) => {
      const [, mode = "", path = ""] = /^(\d+) \w+ \w+\t([\s\S]+)$/.exec(line) ?? [];
      const below = skill === "" ? path : path.slice(skill.length + 1);
      if (!mode.startsWith("100") || below.split("/").some(isIgnoredName)) return [];
      return [{ path: below, bytes: run("show", `${commit}:${path}`) }];
    });
  };
  return {
    folder,
    branch,
    older,
    newer,
    moveTo: (commit: string) => void run("update-ref", `refs/heads/${branch}`, commit),
    /** The regular files of a skill's folder, without those that are never installed. */
    files: (commit: string, skill: string): readonly TrueFile[] => {
      const key = `${commit}:${skill}`;
      const found = cached.get(key) ?? readFiles(commit, skill);
      cached.set(key, found);
      return found;
    },
    treeHash: (commit: string, skill: string) =>
      read("rev-parse", skill === "" ? `${commit}^{tree}` : `${commit}:${skill}`),
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** The hash of the command line tool, computed here from Git's files. */
export function computeTrueHash(files: readonly TrueFile[]): string {
  const hash = createHash("sha256");
  for (const { path, bytes } of files.toSorted((one, other) => one.path.localeCompare(other.path)))
    hash.update(path).update(bytes);
  return hash.digest("hex");
}

export const computeTrueDigest = (bytes: Uint8Array) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
