import { posix, win32 } from "node:path";
import {
  type AgentFolder,
  type AgentPath,
  type AgentScope,
  type McpAgent,
  mcpAgents,
  type Platform,
} from "./mcpAgents.ts";

/** Where the folders of the table are; undefined: this editor has none. */
export interface AgentPlaces {
  readonly platform: Platform;
  readonly folders: Readonly<Record<Exclude<AgentFolder, "workspace">, string | undefined>>;
  readonly workspace: readonly { readonly name: string; readonly path: string }[];
  /** Files of an untrusted workspace are not written. */
  readonly isTrusted: boolean;
}

/** The file of an agent in one scope. */
export interface AgentFile {
  readonly agent: McpAgent;
  readonly scope: AgentScope;
  readonly path: string;
  /** `~/.codex/config.toml`, `.mcp.json`. */
  readonly label: string;
  /** The workspace folder, which the file must not leave through a link; undefined for the user's files. */
  readonly root: string | undefined;
  readonly rootName: string | undefined;
}

/** The files of agents on this machine. */
export interface AgentFiles {
  places(): AgentPlaces;
  /** undefined: there is no such file. Throws `AgentFileError` with the reason. */
  read(file: Pick<AgentFile, "path" | "root">): Promise<string | undefined>;
  /**
   * Replaces the file at once, through a link, with its mode. Throws `AgentFileChangedError` if it no longer holds the text `before`,
   * and `AgentFileError` with the reason why it cannot be written.
   */
  write(file: Pick<AgentFile, "path" | "root">, before: string | undefined, after: string): Promise<void>;
  /** The program of the stdio bridge and how it is started; copies it where updates of the extension do not move it. */
  prepareBridge(): Promise<BridgeProgram>;
  isFile(path: string): Promise<boolean>;
}

export interface BridgeProgram {
  readonly node: string;
  readonly program: string;
  readonly dataFolder: string;
}

/** The file changed after its change was shown. */
export class AgentFileChangedError extends Error {
  override readonly name = "AgentFileChangedError";
}

/** The files of all agents, those of the workspace first. */
export function listAgentFiles(places: AgentPlaces): readonly AgentFile[] {
  const workspace = places.workspace.flatMap(({ name, path }) =>
    mcpAgents.flatMap((agent) =>
      agent.workspace
        ? [createFile(places, agent, { scope: "workspace", at: agent.workspace, folder: path, rootName: name })]
        : [],
    ),
  );
  const user = mcpAgents.flatMap((agent) => {
    const at = findUserPath(agent, places.platform);
    const folder = at && at[0] !== "workspace" ? places.folders[at[0]] : undefined;
    return at && folder !== undefined
      ? [createFile(places, agent, { scope: "user", at, folder, rootName: undefined })]
      : [];
  });
  return [...workspace, ...user];
}

function findUserPath({ user }: McpAgent, platform: Platform): AgentPath | undefined {
  if (user === undefined || isAgentPath(user)) return user;
  return user[platform];
}

function isAgentPath(value: NonNullable<McpAgent["user"]>): value is AgentPath {
  return Array.isArray(value);
}

interface Found {
  readonly scope: AgentScope;
  readonly at: AgentPath;
  readonly folder: string;
  readonly rootName: string | undefined;
}

function createFile(places: AgentPlaces, agent: McpAgent, { scope, at, folder, rootName }: Found): AgentFile {
  const { join, relative, isAbsolute } = places.platform === "win32" ? win32 : posix;
  const path = join(folder, at[1]);
  const { home } = places.folders;
  const below = home === undefined ? undefined : relative(home, path).replaceAll("\\", "/");
  const isBelowHome = below !== undefined && !below.startsWith("..") && !isAbsolute(below);
  const label = scope === "workspace" ? at[1] : isBelowHome ? `~/${below}` : path;
  return { agent, scope, path, label, root: scope === "workspace" ? folder : undefined, rootName };
}

/** The configuration file of an agent cannot be read or changed. */
export class AgentFileError extends Error {
  override readonly name = "AgentFileError";
}
