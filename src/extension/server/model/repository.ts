import type { EditorDocuments } from "../../base/ports.ts";

/** The Git repository that a file of the workspace is in. */
export interface Repository {
  /** The URI of its folder. */
  readonly root: string;
  readonly isAtGitlab: boolean;
  /** The branch that others get by default. */
  readonly branch: string;
}

type Files = Pick<EditorDocuments, "isFolder" | "readFile">;

/** undefined: the file is in none. */
export async function findRepository(documents: Files, uri: string): Promise<Repository | undefined> {
  // Up to the root of the disk, which is no repository.
  for (let root = uri; /^[^/]+:\/\/[^/]*\/./.test(root); root = root.slice(0, root.lastIndexOf("/"))) {
    const folder = await findGitFolder(documents, root);
    if (folder !== undefined) return readRepository(documents, root, folder);
  }
  return undefined;
}

/** Of a linked worktree and of a submodule, `.git` is a file that names the folder. */
async function findGitFolder(documents: Files, root: string): Promise<string | undefined> {
  if (!(await documents.isFolder(root))) return undefined;
  const git = `${root}/.git`;
  if (await documents.isFolder(git)) return git;
  const [, path] = /^gitdir: (.+)$/m.exec(await readText(documents, git)) ?? [];
  // On Windows an absolute path begins with a drive, which is no scheme.
  const segments = path
    ?.replace(/^(?=[a-z]:)/i, "/")
    .split("/")
    .map(encodeURIComponent);
  return segments && new URL(segments.join("/"), git).href;
}

async function readRepository(documents: Files, root: string, folder: string): Promise<Repository> {
  const common = (await readText(documents, `${folder}/commondir`)).trim();
  const shared = new URL(common || ".", `${folder}/`).href.replace(/\/$/, "");
  const readShared = (path: string) => readText(documents, `${shared}/${path}`);
  const remotes = [...(await readShared("config")).matchAll(/^\s*url\s*=\s*(.+)$/gm)].map(([, url = ""]) => url);
  const hasPipeline = (await documents.readFile(`${root}/.gitlab-ci.yml`)) !== undefined;
  const [, remote] = /^ref: refs\/remotes\/origin\/(.+)$/m.exec(await readShared("refs/remotes/origin/HEAD")) ?? [];
  const [, current] = /^ref: refs\/heads\/(.+)$/m.exec(await readText(documents, `${folder}/HEAD`)) ?? [];
  const packed = await readShared("packed-refs");
  const exists = async (name: string) =>
    packed.includes(` refs/heads/${name}\n`) || (await readShared(`refs/heads/${name}`)) !== "";
  const usual = (await exists("main")) ? "main" : (await exists("master")) ? "master" : undefined;
  return {
    root,
    isAtGitlab: hasPipeline || remotes.some((url) => url.includes("gitlab")),
    branch: remote ?? usual ?? current ?? "main",
  };
}

/** Empty where there is no such file. */
const readText = async (documents: Files, uri: string) =>
  new TextDecoder().decode((await documents.readFile(uri)) ?? new Uint8Array());
