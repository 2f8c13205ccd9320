import * as l10n from "@vscode/l10n";
import { chooseEntryName } from "../../agents/model/agentEntry.ts";
import { toFolderName } from "../../base/folderRules.ts";
import type { CodeFile } from "../../registry/model/versionFiles.ts";
import type { InstallableSkill } from "./skillVersion.ts";

interface PluginContent {
  /** The project's name. */
  readonly name: string;
  readonly description: string;
  readonly skills: readonly InstallableSkill[];
  /** Servers that answer. */
  readonly servers: readonly { readonly id: string; readonly name: string; readonly url: string }[];
}

/** The names of plugins are in lower case, with hyphens. */
export function toPluginName(name: string): string {
  return (
    toFolderName(name)
      .toLowerCase()
      .replaceAll(/[^a-z0-9-]+/g, "-")
      .replaceAll(/^-+|-+$/g, "") || "plugin"
  );
}

/**
 * The files of an Agent Plugin (https://code.claude.com/docs/en/plugins-reference). Servers are named by their addresses alone: who
 * installs the plugin signs in.
 */
export function createPluginFiles({ name, description, skills, servers }: PluginContent): readonly CodeFile[] {
  const json = (path: string, value: unknown) => ({ path, bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) });
  const mcpServers: Record<string, unknown> = {};
  for (const server of servers)
    mcpServers[chooseEntryName(server, Object.keys(mcpServers))] = { type: "http", url: server.url };
  return [
    json(".claude-plugin/plugin.json", {
      name: toPluginName(name),
      description: description || l10n.t`Skills and servers of ${name}`,
    }),
    ...(servers.length > 0 ? [json(".mcp.json", { mcpServers })] : []),
    ...skills.flatMap((skill) =>
      skill.files.map(({ path, bytes }) => ({ path: `skills/${skill.name}/${path}`, bytes })),
    ),
  ];
}
