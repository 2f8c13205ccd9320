import { randomUUID } from "node:crypto";
import { access, constants, mkdir, open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import * as l10n from "@vscode/l10n";
import {
  AgentFileChangedError,
  AgentFileError,
  type AgentFiles,
  type AgentPlaces,
} from "../../agents/model/agentFiles.ts";
import { readPathKind } from "../../skill/model/disk/containedPath.ts";

interface AgentFilesParts {
  readonly places: () => AgentPlaces;
  readonly node: string;
  /** The bridge in the extension's folder, and where it is copied to. */
  readonly bridge: { readonly from: string; readonly to: string };
  readonly dataFolder: string;
}

type FilePath = Parameters<AgentFiles["read"]>[0];

/** The files of agents on this machine, through Node, because only Node can replace a file atomically. */
export function createAgentFiles({ places, node, bridge, dataFolder }: AgentFilesParts): AgentFiles {
  return {
    places,
    read: async (file) => readText(await resolveTarget(file)),
    write: async (file, before, after) => {
      if (file.root !== undefined && !places().isTrusted)
        throw new AgentFileError(
          l10n.t("This workspace is not trusted, so nothing is written into it. Trust it first."),
        );
      const target = await resolveTarget(file);
      if ((await readText(target)) !== before) throw new AgentFileChangedError(l10n.t("It changed in the meantime."));
      await replaceFile(target, Buffer.from(after), await readMode(target));
    },
    prepareBridge: async () => {
      const program = await readFile(bridge.from);
      const copied = (await readPathKind(bridge.to)) === "file" ? await readFile(bridge.to) : undefined;
      if (!copied?.equals(program)) await replaceFile(bridge.to, program, 0o644);
      return { node, program: bridge.to, dataFolder };
    },
    isFile: async (path) => (await stat(path).catch(() => undefined))?.isFile() ?? false,
  };
}

/** Follows links: a user's dotfiles may be links, and stay so. A file of the workspace does not lead out of its folder. */
async function resolveTarget({ path, root }: FilePath): Promise<string> {
  const kind = await readPathKind(path);
  const target = kind === "none" ? await resolveNewPath(path) : await followLinks(path);
  if (root !== undefined && !target.startsWith((await realpath(root)) + sep))
    throw new AgentFileError(l10n.t`It is a link that leads out of the workspace, to ${target}.`);
  if (kind !== "none" && !(await stat(target)).isFile()) throw new AgentFileError(l10n.t("It is not a file."));
  return target;
}

async function followLinks(path: string): Promise<string> {
  return realpath(path).catch((cause: unknown) => {
    throw new AgentFileError(l10n.t("It is a link to nothing. Remove it, then try again."), { cause });
  });
}

async function resolveNewPath(path: string): Promise<string> {
  const parent = dirname(path);
  if (parent === path) return path;
  const kind = await readPathKind(parent);
  return join(kind === "none" ? await resolveNewPath(parent) : await followLinks(parent), basename(path));
}

/** undefined: there is no file. A byte order mark is part of the text. */
async function readText(target: string): Promise<string | undefined> {
  if ((await readPathKind(target)) === "none") return undefined;
  const bytes = await readFile(target).catch((cause: unknown) => {
    throw describeFailure(cause);
  });
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new AgentFileError(l10n.t("It is not a text in UTF-8."), { cause });
  }
}

/** The permissions of a file; undefined: there is none. */
async function readMode(target: string): Promise<number | undefined> {
  if ((await readPathKind(target)) === "none") return undefined;
  const { mode } = await stat(target);
  const isWritable =
    (mode & 0o222) !== 0 &&
    (await access(target, constants.W_OK).then(
      () => true,
      () => false,
    ));
  if (!isWritable) throw new AgentFileError(l10n.t("It is read-only. Allow writing it, then try again."));
  return mode & 0o777;
}

async function replaceFile(target: string, bytes: Uint8Array, mode: number | undefined): Promise<void> {
  const draft = join(dirname(target), `.${basename(target)}.${randomUUID()}`);
  try {
    await mkdir(dirname(target), { recursive: true });
    const file = await open(draft, "wx", mode ?? 0o600);
    try {
      await file.writeFile(bytes);
      if (mode !== undefined) await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, target);
  } catch (cause) {
    await rm(draft, { force: true });
    throw describeFailure(cause);
  }
}

function describeFailure(cause: unknown): AgentFileError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
  const isDenied = ["EACCES", "EPERM", "EROFS"].includes(code);
  const reason = isDenied ? l10n.t("This user has no permission for it.") : l10n.t`The system says ${code}.`;
  return new AgentFileError(reason, { cause });
}
