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
  for (let root = uri; /^[^/]+:\/\/[^/]*\/./.test(root); root = root.slice(0, root.lastIndexOf("/")))
    if (await documents.isFolder(`${root}/.git`)) return readRepository(documents, root);
  return undefined;
}

async function readRepository(documents: Files, root: string): Promise<Repository> {
  const read = async (path: string) =>
    new TextDecoder().decode((await documents.readFile(`${root}/${path}`)) ?? new Uint8Array());
  const remotes = [...(await read(".git/config")).matchAll(/^\s*url\s*=\s*(.+)$/gm)].map(([, url = ""]) => url);
  const hasPipeline = (await documents.readFile(`${root}/.gitlab-ci.yml`)) !== undefined;
  const [, remote] = /^ref: refs\/remotes\/origin\/(.+)$/m.exec(await read(".git/refs/remotes/origin/HEAD")) ?? [];
  const [, current] = /^ref: refs\/heads\/(.+)$/m.exec(await read(".git/HEAD")) ?? [];
  const packed = await read(".git/packed-refs");
  const exists = async (name: string) =>
    packed.includes(` refs/heads/${name}\n`) || (await read(`.git/refs/heads/${name}`)) !== "";
  const usual = (await exists("main")) ? "main" : (await exists("master")) ? "master" : undefined;
  return {
    root,
    isAtGitlab: hasPipeline || remotes.some((url) => url.includes("gitlab")),
    branch: remote ?? usual ?? current ?? "main",
  };
}
