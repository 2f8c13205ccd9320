import type { InstallableSkill } from "../skillVersion.ts";
import { fetchCommit, type GitRepository, type OpenGitRepository } from "./openGitSource.ts";
import type { GitSource } from "./skillSource.ts";

/** A commit that is made but not pushed. */
export interface PreparedPush extends AsyncDisposable {
  readonly branch: string;
  readonly isNewBranch: boolean;
  /** The paths that change. */
  readonly paths: readonly string[];
  push(signal: AbortSignal): Promise<void>;
}

/** Makes a commit that brings a folder of a branch to the files of a skill. Nothing is checked out, and no hook runs. */
export async function preparePush(
  openRepository: OpenGitRepository,
  target: GitSource & { readonly ref: string },
  skill: InstallableSkill,
  signal: AbortSignal,
): Promise<PreparedPush> {
  const repository = await openRepository(signal);
  try {
    return await commitSkill(repository, target, skill);
  } catch (error) {
    await repository[Symbol.asyncDispose]();
    throw error;
  }
}

async function commitSkill(
  repository: GitRepository,
  { url, ref: branch, folder }: GitSource & { readonly ref: string },
  { name, version, digest, files }: InstallableSkill,
): Promise<PreparedPush> {
  const run = async (args: readonly string[], input?: string | Uint8Array) =>
    (await repository.run(args, input === undefined ? {} : { input })).toString();
  await run(["config", "remote.origin.url", url]);
  const heads = await run(["ls-remote", "origin", "HEAD", `refs/heads/${branch}`]);
  const isNewBranch = !heads.includes(`\trefs/heads/${branch}\n`);
  // A new branch begins at the default one; an empty repository has neither.
  const parent =
    heads === "" ? undefined : await fetchCommit(repository, isNewBranch ? "HEAD" : `refs/heads/${branch}`);
  if (parent !== undefined) await run(["read-tree", parent]);
  const place = [folder ?? "skills", name].join("/");
  const old =
    parent === undefined ? [] : (await run(["ls-files", "-z", "--", `${place}/`])).split("\0").filter(Boolean);
  const removed = old.map((path) => `0 ${"0".repeat(40)}\t${path}\0`);
  const added: string[] = [];
  for (const { path, bytes } of files) {
    const object = (await run(["hash-object", "-w", "--stdin"], bytes)).trim();
    added.push(`100644 ${object}\t${place}/${path}\0`);
  }
  await run(["update-index", "-z", "--index-info"], [...removed, ...added].join(""));
  const tree = (await run(["write-tree", "--missing-ok"])).trim();
  const message = `${name} ${version}\n\nDigest: ${digest}\n`;
  const commit = (await run(["commit-tree", tree, ...(parent === undefined ? [] : ["-p", parent])], message)).trim();
  const changed =
    parent === undefined
      ? added.map((line) => line.slice(line.indexOf("\t") + 1, -1))
      : (await run(["diff-tree", "-r", "-z", "--name-only", parent, commit])).split("\0").filter(Boolean);
  return {
    branch,
    isNewBranch,
    paths: changed,
    push: async (signal) => {
      await repository.run(["push", "--quiet", "--no-verify", "origin", `${commit}:refs/heads/${branch}`], { signal });
    },
    [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
  };
}
