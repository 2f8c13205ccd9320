import * as l10n from "@vscode/l10n";
import { removeMarkdown } from "../../../text/markdown/removeMarkdown.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { findServer } from "../../server/commands/findServer.ts";
import { readToolEffect, toolEffectIcons, toolEffectTexts } from "../../server/model/operations/toolEffect.ts";
import type { McpServerKey } from "../model/mcpTarget.ts";
import type { ToolsServices } from "../toolsServices.ts";

/** Opens the page of a tool, or the definition of a version's tool; prompts for the server and the tool from the palette. */
export const openTool: CommandHandler<ConnectedServices & Pick<ToolsServices, "mcp" | "showTool">> = async (
  app,
  target,
) => {
  const { node } = target;
  if (node?.kind === "tool") return app.showTool({ server: node.server.key, tool: node.tool.name });
  if (node?.kind === "versionTool") {
    const { tool } = node;
    return app.documents.showText(JSON.stringify(tool, undefined, 2), `${tool.name}.json`);
  }
  const server = node?.kind === "mcpServer" ? createUrlKey(node.url) : await chooseServer(app, target);
  if (!server) return;
  const tool = await chooseTool(app, server);
  if (tool !== undefined) app.showTool({ server, tool });
};

const createUrlKey = (url: string) => ({ kind: "url", url }) as const;

const title = l10n.t("Open Tool");

async function chooseServer(
  app: ConnectedServices & Pick<ToolsServices, "mcp">,
  target: CommandTarget,
): Promise<McpServerKey | undefined> {
  const named = app.mcp.namedServers();
  if (!target.node && named.length > 0) {
    const deployed = { label: l10n.t("A deployed server"), icon: "server", value: "" };
    const choices = named.map(({ name, url }) => ({ label: name, description: url, icon: "plug", value: url }));
    const url = await app.prompts.pick({
      title,
      placeholder: l10n.t("Which server?"),
      choices: [...choices, deployed],
    });
    if (url === undefined) return undefined;
    if (url !== "") return createUrlKey(url);
  }
  const client = await app.client();
  const connection = app.connections.active()?.id;
  if (!client || connection === undefined) return undefined;
  if (target.node?.kind === "deployment") {
    const { serverId, version } = target.node.deployment;
    return { kind: "deployed", connection, id: serverId ?? "", ...(version && { preview: version }) };
  }
  const server = await findServer(app, client, target, {
    title,
    suits: ({ liveDeploymentId, desiredState }) => liveDeploymentId !== null && desiredState !== "stopped",
    none: l10n.t("No server is deployed yet. Deploy a server, then open its tools."),
  });
  return server && { kind: "deployed", connection, id: server.id };
}

async function chooseTool(
  app: EditorServices & Pick<ToolsServices, "mcp">,
  server: McpServerKey,
): Promise<string | undefined> {
  const task = { title: l10n.t("Reading the tools"), in: "notification" } as const;
  const { tools } = await app.progress.run(task, (_report, signal) => app.mcp.readContents(server, signal));
  const choices = tools.map((tool) => {
    const effect = readToolEffect(tool);
    const description = [tool.title, toolEffectTexts[effect]].filter(Boolean).join(" · ");
    return {
      label: tool.name,
      description,
      detail: tool.description && removeMarkdown(tool.description).replaceAll(/\s+/g, " "),
      icon: toolEffectIcons[effect],
      value: tool.name,
    };
  });
  return app.prompts.pick({ title, placeholder: l10n.t("Which tool?"), choices });
}
