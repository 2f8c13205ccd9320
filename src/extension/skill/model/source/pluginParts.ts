import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { FileContent } from "../../../../text/files/fileContent.ts";
import { isRecord } from "../../../../text/record.ts";
import { tryParseJson } from "../../../../text/tryParseJson.ts";
import type { AgentEntry } from "../../../agents/model/mcpAgents.ts";
import { createGitSource, parseSkillSource, type SkillSource, SkillSourceError } from "./skillSource.ts";

/** An MCP server that a plugin names: its entry, as `.mcp.json` has it. */
export interface PluginServer {
  readonly name: string;
  readonly entry: AgentEntry;
  /** Absent for a program. */
  readonly url?: string;
  /** Why the entry does not work outside of the plugin. */
  readonly problem?: string;
}

/** A plugin of a list that is not in the source of the list. */
export interface ListedPlugin {
  readonly name: string;
  readonly description: string;
  /** undefined: it is in a registry of packages, which is not read. */
  readonly source: SkillSource | undefined;
}

/** What a source offers beside skills. */
export interface PluginParts {
  readonly servers: readonly PluginServer[];
  readonly plugins: readonly ListedPlugin[];
}

const mostFiles = 200;
const mostListed = 500;

/** The files of a source that say what it offers beside skills. */
export const findPluginFiles = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => /(^|\/)(plugin|marketplace|\.?mcp)\.json$/.test(path)).slice(0, mostFiles);

/**
 * Reads the servers of the plugins among the files, and the plugins that a list of the source names elsewhere. A plugin is a folder with
 * `plugin.json` (https://agent-plugins.org) or `.claude-plugin/plugin.json`. What cannot be read is left out.
 */
export function readPluginParts(files: readonly FileContent[]): PluginParts {
  const read = (path: string) => {
    const bytes = files.find((file) => file.path === path)?.bytes;
    return bytes && tryParseJson(new TextDecoder().decode(bytes));
  };
  const roots = files.flatMap(({ path }) => /^(|.*?\/)(?:\.claude-plugin\/)?plugin\.json$/.exec(path)?.[1] ?? []);
  const servers = [...new Set(roots)].flatMap((root) =>
    readServers(read(`${root}mcp.json`) ?? read(`${root}.mcp.json`)),
  );
  const plugins = listPaths.flatMap((path) => readList(read(path)));
  const first = new Map(plugins.toReversed().map((plugin) => [plugin.name, plugin]));
  return { servers, plugins: plugins.filter((plugin) => first.get(plugin.name) === plugin) };
}

const serversSchema = z.object({ mcpServers: z.record(z.string(), z.unknown()) });
const urlServer = z.object({ url: z.url({ protocol: /^https?$/ }) });
const programServer = z.looseObject({ type: z.literal("stdio").optional(), command: z.string() });

function readServers(file: unknown): readonly PluginServer[] {
  const { mcpServers = {} } = serversSchema.safeParse(file).data ?? {};
  return Object.entries(mcpServers).flatMap(([name, declared]): readonly PluginServer[] => {
    const { url } = urlServer.safeParse(declared).data ?? {};
    // The portable file calls it `http`, plugins `streamable-http`.
    if (url !== undefined && isRecord(declared)) return [{ name, url, entry: { ...declared, type: "http" } }];
    const entry = programServer.safeParse(declared).data;
    if (!entry) return [];
    // Files of the plugin are named by a variable such as `${PLUGIN_ROOT}`, or from its folder.
    const needsPlugin = /_ROOT\}|"\.{1,2}\//.test(JSON.stringify(entry));
    const problem = needsPlugin && {
      problem: l10n.t("It runs files of the plugin, which an agent installs as a whole."),
    };
    return [{ name, entry: { ...entry, type: "stdio" }, ...problem }];
  });
}

/** Where lists of plugins are: of Agent Plugins as proposed, Claude Code, Codex and Copilot. */
const listPaths = [
  "marketplace.json",
  ".claude-plugin/marketplace.json",
  ".agents/plugins/marketplace.json",
  ".github/plugin/marketplace.json",
];
const listSchema = z.object({ plugins: z.array(z.unknown()).max(mostListed) });
const listedSchema = z.object({
  name: z.string().min(1).max(200),
  description: z.string().max(2000).default(""),
  source: z.looseObject({
    source: z.string(),
    repo: z.string().optional(),
    url: z.string().optional(),
    ref: z.string().optional(),
    path: z.string().optional(),
  }),
});

function readList(file: unknown): readonly ListedPlugin[] {
  const { plugins = [] } = listSchema.safeParse(file).data ?? {};
  return plugins.flatMap((listed): readonly ListedPlugin[] => {
    // A plugin whose source is a path is in this source, and so are its skills.
    const { name, description, source } = listedSchema.safeParse(listed).data ?? {};
    if (name === undefined || source === undefined || source.source === "local") return [];
    return [{ name, description: description ?? "", source: readListedSource(source) }];
  });
}

function readListedSource({ repo, url, ref, path }: z.output<typeof listedSchema>["source"]): SkillSource | undefined {
  const address = repo ?? url;
  if (address === undefined) return undefined;
  try {
    const source = parseSkillSource(address);
    return source.kind === "git" ? createGitSource(source.url, ref, path?.replace(/^\.\//, "")) : source;
  } catch (error) {
    if (error instanceof SkillSourceError) return undefined;
    throw error;
  }
}
