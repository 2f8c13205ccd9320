import * as l10n from "@vscode/l10n";
import { formatFirst } from "../../../../text/formatFirst.ts";
import type { AgentsServices } from "../../../agents/agentsServices.ts";
import { AgentChangeError, applyAgentChanges } from "../../../agents/commands/applyAgentChanges.ts";
import { chooseEntryName } from "../../../agents/model/agentEntry.ts";
import { type AgentFile, listAgentFiles } from "../../../agents/model/agentFiles.ts";
import { editAgentText, readAgentEntries } from "../../../agents/model/agentText.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { showMessage } from "../../../base/showMessage.ts";
import type { PluginServer } from "../../model/source/pluginParts.ts";

/** Writes servers of a plugin into the file that all agents read, after its change was shown, or connects this window to them. */
export async function addPluginServers(
  app: EditorServices & AgentsServices,
  from: string,
  servers: readonly PluginServer[],
): Promise<void> {
  if (servers.length === 0) return;
  const names = formatFirst(servers.map(({ name }) => name));
  const place = await askPlace(app, names, servers);
  if (place === undefined) return;
  if (place === "connect") {
    for (const { url, name } of servers) {
      if (url !== undefined) await app.run("fairlead.mcp.connect", { node: { kind: "mcpServer", name, url } });
    }
    return;
  }
  const edit = (before: string | undefined) =>
    servers.reduce((text: string | undefined, { name, entry }) => {
      const taken = Object.keys(readAgentEntries(place.agent, text));
      return editAgentText(place.agent, text, chooseEntryName({ id: name, name }, taken), entry);
    }, before) ?? "";
  const question = {
    title: l10n.t`Servers of ${from}`,
    message: l10n.t`Write ${names} into ${place.label}? Agents run the programs and call the addresses that it names.`,
    action: l10n.t("Write"),
  };
  if (await applyAgentChanges(app, question, [{ file: place, edit, onWritten: async () => {} }]))
    showMessage(app, "info", l10n.t`${names}: written into ${place.label}.`);
}

function askPlace(app: EditorServices & AgentsServices, names: string, servers: readonly PluginServer[]) {
  const places = app.agentFiles.places();
  const files = places.isTrusted ? listAgentFiles(places).filter(({ agent }) => agent.id === "portable") : [];
  const canConnect = servers.every(({ url }) => url !== undefined);
  if (files.length === 0 && !canConnect)
    throw new AgentChangeError(l10n.t`${names} can be written into a folder that is open and trusted only.`);
  return app.prompts.pick<AgentFile | "connect">({
    title: l10n.t("Add Skill From"),
    placeholder: l10n.t`Where do you want ${names}?`,
    choices: [
      ...files.map((file) => ({
        label: file.label,
        description: file.rootName,
        icon: "json",
        detail: l10n.t("All agents in VS Code read it, and Claude Code and Copilot CLI in a terminal."),
        value: file,
      })),
      ...(canConnect
        ? [
            {
              label: l10n.t("Connect This Window"),
              icon: "plug",
              detail: l10n.t("To see and call the tools; nothing is written."),
              value: "connect" as const,
            },
          ]
        : []),
    ],
  });
}
