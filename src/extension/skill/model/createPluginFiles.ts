import * as l10n from "@vscode/l10n";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { isLoopbackHostname } from "../../../text/hosts/isLoopbackHostname.ts";
import { chooseEntryName } from "../../agents/model/agentEntry.ts";
import type { InstallableSkill } from "./skillVersion.ts";

interface PluginServer {
  readonly id: string;
  readonly name: string;
  readonly url: string;
}

interface PluginContent {
  /** The project's name. */
  readonly name: string;
  readonly description: string;
  readonly skills: readonly InstallableSkill[];
  /** Servers that answer. */
  readonly servers: readonly PluginServer[];
  /** Also the form that Claude Code had before. */
  readonly withOlderForm: boolean;
}

/** At most 64 letters, digits and single hyphens: https://agent-plugins.org, section 5.5. */
export function toPluginName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-");
  return plain.slice(0, 64).replaceAll(/^-|-$/g, "") || "plugin";
}

/** Plugins name servers by HTTPS, or on the same machine. */
export function mayNameInPlugin({ url }: Pick<PluginServer, "url">): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || isLoopbackHostname(hostname);
}

const schema = (name: string) => `https://agent-plugins.org/schemas/1.0.0/${name}.schema.json`;

/**
 * The files of an Agent Plugin 1.0.0 (https://agent-plugins.org). Servers are named by their addresses alone: who installs the plugin
 * signs in.
 */
export function createPluginFiles(content: PluginContent): readonly FileContent[] {
  const manifest = {
    name: toPluginName(content.name),
    description: content.description || l10n.t`Skills and servers of ${content.name}`,
  };
  const hasServers = content.servers.length > 0;
  return [
    createJson("plugin.json", { $schema: schema("plugin"), ...manifest }),
    ...(hasServers
      ? [createJson("mcp.json", { $schema: schema("mcp"), ...nameServers(content, "streamable-http") })]
      : []),
    ...(content.withOlderForm ? [createJson(".claude-plugin/plugin.json", manifest)] : []),
    ...(content.withOlderForm && hasServers ? [createJson(".mcp.json", nameServers(content, "http"))] : []),
    ...content.skills.flatMap((skill) =>
      skill.files.map(({ path, bytes }) => ({ path: `skills/${skill.name}/${path}`, bytes })),
    ),
  ];
}

const createJson = (path: string, value: unknown): FileContent => ({
  path,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});

function nameServers({ servers }: PluginContent, type: string) {
  const mcpServers: Record<string, unknown> = {};
  for (const server of servers)
    mcpServers[chooseEntryName(server, Object.keys(mcpServers))] = { type, url: server.url };
  return { mcpServers };
}
