import * as l10n from "@vscode/l10n";
import type { FileContent } from "../../../../text/files/fileContent.ts";
import { folderLimits } from "../../../../text/files/folderRules.ts";
import {
  createLargeSkillError,
  describeOffered,
  findSkillFolders,
  type OfferedSkill,
  type OpenedSource,
  pathWithin,
  toSourceSkill,
} from "./openedSource.ts";
import { findPluginFiles, readPluginParts } from "./pluginParts.ts";
import { formatSourceAddress, type GitSource, SkillSourceError } from "./skillSource.ts";

/** Runs the user's Git in a bare repository of its own. Nothing is checked out, so that no filter, hook or link has an effect. */
export interface GitRepository extends AsyncDisposable {
  /** The bytes that Git writes; `most` bounds them. A failure is an error with the last line of Git. */
  run(
    args: readonly string[],
    options?: { readonly input?: string | Uint8Array; readonly most?: number; readonly signal?: AbortSignal },
  ): Promise<Buffer>;
}

/** Creates an empty repository, which is deleted at the end. An abort ends what it runs. */
export type OpenGitRepository = (signal: AbortSignal) => Promise<GitRepository>;

interface TreeEntry {
  readonly kind: "file" | "link" | "submodule";
  readonly object: string;
  readonly path: string;
}

/** A list of files is at most this long: a small repository can name billions of them. */
const mostListBytes = 16 * 2 ** 20;
const mostSkills = 500;

/** Fetches one commit without the contents of its files; those of `SKILL.md` files follow, and those of a skill when it is chosen. */
export async function openGitSource(
  openRepository: OpenGitRepository,
  source: GitSource,
  signal: AbortSignal,
): Promise<OpenedSource> {
  const repository = await openRepository(signal);
  try {
    await repository.run(["config", "remote.origin.url", source.url]);
    const commit = await fetchCommit(repository, source.ref ?? "HEAD");
    const entries = await listEntries(repository, source, commit);
    const paths = entries.flatMap(({ kind, path }) => (kind === "file" ? path : []));
    const folders = findSkillFolders(paths).slice(0, mostSkills);
    const mainPaths = folders.map((folder) => (folder === "" ? "SKILL.md" : `${folder}/SKILL.md`));
    const pluginPaths = findPluginFiles(paths);
    const objectOf = new Map(entries.map(({ path, object }) => [path, object]));
    const objects = [...mainPaths, ...pluginPaths].map((path) => objectOf.get(path) ?? "");
    const contents = await readObjects(repository, commit, objects, formatSourceAddress(source));
    const mains = contents.slice(0, folders.length);
    const pluginFiles = pluginPaths.map((path, index) => ({
      path,
      bytes: contents[folders.length + index] ?? Buffer.of(),
    }));
    const skills = folders.map((folder, index): OfferedSkill => {
      const described = describeOffered(mains[index] ?? Buffer.of(), folder, readRepositoryName(source));
      return {
        ...described,
        folder: joinFolder(source.folder, folder),
        read: (signal) =>
          readGitSkill(withSignal(repository, signal), commit, entries, {
            folder,
            folders,
            name: described.name,
            source,
          }),
      };
    });
    return {
      skills,
      parts: readPluginParts(pluginFiles),
      [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
    };
  } catch (error) {
    await repository[Symbol.asyncDispose]();
    throw error;
  }
}

/** Fetches the commit of a reference without the contents of its files. */
export async function fetchCommit(repository: GitRepository, ref: string): Promise<string> {
  const fetching = ["fetch", "--quiet", "--depth=1", "--no-tags", "--filter=blob:none", "--end-of-options", "origin"];
  await repository.run([...fetching, ref]);
  const commit = (await repository.run(["rev-parse", "--verify", "FETCH_HEAD^{commit}"])).toString().trim();
  if (commit === "") throw new SkillSourceError(l10n.t("Git answers with something else than files."));
  return commit;
}

/** Runs end also with this signal: what opened the repository may have ended long ago. */
const withSignal = (repository: GitRepository, signal: AbortSignal): GitRepository => ({
  ...repository,
  run: (args, options) => repository.run(args, { ...options, signal }),
});

const joinFolder = (outer: string | undefined, inner: string) => [outer ?? "", inner].filter(Boolean).join("/");

function readRepositoryName({ url, folder }: GitSource): string {
  const path = (folder ?? url).replace(/\.git$/, "").replace(/\/+$/, "");
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf(":")) + 1);
}

async function listEntries(
  repository: GitRepository,
  source: GitSource,
  commit: string,
): Promise<readonly TreeEntry[]> {
  const named = source.folder === undefined ? `${commit}^{tree}` : `${commit}:${source.folder}`;
  const tree = await repository.run(["rev-parse", "--verify", named]).catch((cause: unknown) => {
    throw new SkillSourceError(l10n.t`There is no such folder in the repository: ${formatSourceAddress(source)}.`, {
      cause,
    });
  });
  const object = tree.toString().trim();
  const listing = await repository.run(["ls-tree", "-r", "-z", object], { most: mostListBytes });
  return listing
    .toString()
    .split("\0")
    .flatMap((line): readonly TreeEntry[] => {
      const [, mode = "", object = "", path = ""] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(line) ?? [];
      if (path === "") return [];
      return [{ kind: kindOfMode(mode), object, path }];
    });
}

function kindOfMode(mode: string): TreeEntry["kind"] {
  if (mode.startsWith("120")) return "link";
  return mode.startsWith("160") ? "submodule" : "file";
}

interface ReadGitSkillOptions {
  readonly folder: string;
  /** Those of all skills of the source. */
  readonly folders: readonly string[];
  readonly name: string;
  readonly source: GitSource;
}

async function readGitSkill(
  repository: GitRepository,
  commit: string,
  entries: readonly TreeEntry[],
  { folder, folders, name, source }: ReadGitSkillOptions,
) {
  const own = entries.flatMap((entry) => {
    const path = pathWithin(entry.path, folder, folders);
    return path === undefined ? [] : [{ ...entry, path }];
  });
  const regular = own.filter(({ kind }) => kind === "file");
  if (regular.length > folderLimits.files) throw createLargeSkillError(name);
  const contents = await readObjects(
    repository,
    commit,
    regular.map(({ object }) => object),
    name,
  );
  const files = regular.map(({ path }, index): FileContent => ({ path, bytes: contents[index] ?? Buffer.of() }));
  const links = own.filter(({ kind }) => kind === "link").map(({ path }) => path);
  const modules = own.filter(({ kind }) => kind === "submodule").map(({ path }) => path);
  const pointers = files.filter(({ bytes }) =>
    /^version https:\/\/git-lfs/.test(Buffer.from(bytes.subarray(0, 40)).toString()),
  );
  const omissions = [
    ...(links.length > 0 ? [l10n.t`Left out, because they are links: ${links.join(", ")}.`] : []),
    ...(modules.length > 0 ? [l10n.t`Left out, because they are submodules: ${modules.join(", ")}.`] : []),
    ...(pointers.length > 0
      ? [
          l10n.t`Git LFS holds the content, and only its pointers are here: ${pointers.map(({ path }) => path).join(", ")}.`,
        ]
      : []),
  ];
  return toSourceSkill({ name, folder: joinFolder(source.folder, folder), files, omissions, commit });
}

/** The bytes of objects, in their order. Fetches those that the first fetch left out. */
async function readObjects(
  repository: GitRepository,
  commit: string,
  objects: readonly string[],
  called: string,
): Promise<readonly Buffer[]> {
  if (objects.length === 0) return [];
  const missing = await repository.run(["rev-list", "--objects", "--missing=print", "--no-object-names", commit]);
  const absent = new Set(
    missing
      .toString()
      .split("\n")
      .flatMap((line) => (line.startsWith("?") ? line.slice(1) : [])),
  );
  const wanted = [...new Set(objects)].filter((object) => absent.has(object));
  if (wanted.length > 0) {
    const fetching = [
      "fetch",
      "--quiet",
      "--depth=1",
      "--no-tags",
      "--no-write-fetch-head",
      "--filter=blob:none",
      "--stdin",
      "origin",
    ];
    await repository.run(fetching, { input: `${wanted.join("\n")}\n` });
  }
  const input = `${objects.join("\n")}\n`;
  const sizes = (await repository.run(["cat-file", "--batch-check=%(objectsize)"], { input }))
    .toString()
    .trim()
    .split("\n");
  const total = sizes.reduce((sum, size) => sum + Number(size), 0);
  if (!(total <= folderLimits.bytes)) throw createLargeSkillError(called);
  return splitBatch(await repository.run(["cat-file", "--batch"], { input, most: total + objects.length * 100 }));
}

/** `<object> blob <size>`, a line end, the bytes and a line end, for each object. */
function splitBatch(output: Buffer): readonly Buffer[] {
  const contents: Buffer[] = [];
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf(10, start);
    const size = Number(/ blob (\d+)$/.exec(output.subarray(start, end).toString())?.[1]);
    if (!Number.isInteger(size)) throw new SkillSourceError(l10n.t("Git answers with something else than files."));
    contents.push(output.subarray(end + 1, end + 1 + size));
    start = end + size + 2;
  }
  return contents;
}
