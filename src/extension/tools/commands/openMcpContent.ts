import * as l10n from "@vscode/l10n";
import type { GetPromptResult, Prompt, ReadResourceResult } from "../../../client/mcp/mcpConnection.ts";
import { formatByteSize } from "../../../text/formatByteSize.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { askInSequence, type SequenceQuestion } from "../../base/prompts/askInSequence.ts";
import { runCancellable } from "../../base/runCancellable.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { TreeNodeOfKind } from "../../workbench/nodes.ts";
import type { McpServerKey } from "../model/mcpTarget.ts";
import type { ToolsServices } from "../toolsServices.ts";

type OpenContentContext = EditorServices & Pick<ToolsServices, "mcp">;

/** Shows a resource, a skill or a prompt of an MCP server as a document. */
export const openMcpContent: CommandHandler<OpenContentContext> = async (app, { node }) => {
  if (node?.kind === "resource") await showResource(app, node.server.key, node.resource.uri);
  // Under the name SKILL.md it would be checked like the skills of the workspace.
  if (node?.kind === "mcpSkill") await showResource(app, node.server.key, node.skill.uri, `${node.skill.name}.md`);
  if (node?.kind === "prompt") await showPrompt(app, node);
};

/** Reads a resource and shows its texts. */
export async function showResource(
  app: OpenContentContext,
  server: McpServerKey,
  uri: string,
  name?: string,
): Promise<void> {
  const task = { title: l10n.t`Reading ${uri}`, in: "notification" } as const;
  const read = await runCancellable(app.progress, task, (_report, signal) =>
    app.mcp.use(server, signal, (connection) => connection.readResource(uri, signal)),
  );
  if (read.kind === "cancelled") return;
  const { contents } = read.value;
  if (contents.length === 0) showMessage(app, "info", l10n.t`The resource ${uri} is empty.`);
  for (const content of contents) await app.documents.showText(formatContent(content), name ?? nameContent(content));
}

type ResourceContent = ReadResourceResult["contents"][number];

function formatContent(content: ResourceContent): string {
  if ("text" in content) return content.text;
  const size = formatByteSize(Buffer.byteLength(content.blob, "base64"));
  return l10n.t`${content.uri} is not text (${content.mimeType ?? l10n.t("unknown type")}, ${size}).`;
}

const extensions: Readonly<Record<string, string>> = {
  "application/json": ".json",
  "text/html": ".html",
  "text/markdown": ".md",
  "text/x-yaml": ".yaml",
  "application/yaml": ".yaml",
};

/** The extension selects the language. */
function nameContent({ uri, mimeType = "" }: ResourceContent): string {
  const name = /([^/?#]+)(?:[?#].*)?$/.exec(uri)?.[1] ?? "resource";
  return /\.\w{1,8}$/.test(name) ? name : `${name}${extensions[mimeType] ?? ".txt"}`;
}

/** Asks for the arguments of a prompt, and shows its messages. */
async function showPrompt(app: OpenContentContext, { prompt, server }: TreeNodeOfKind<"prompt">): Promise<void> {
  const given = await askArguments(app, prompt);
  if (!given) return;
  const task = { title: l10n.t`Reading ${prompt.name}`, in: "notification" } as const;
  const read = await runCancellable(app.progress, task, (_report, signal) =>
    app.mcp.use(server.key, signal, (connection) => connection.getPrompt(prompt.name, given, signal)),
  );
  if (read.kind === "done") await app.documents.showText(formatPrompt(read.value), `${prompt.name}.md`);
}

/** undefined: cancelled. */
async function askArguments(
  { prompts }: EditorServices,
  { name, arguments: wanted = [] }: Prompt,
): Promise<Record<string, string> | undefined> {
  const questions = wanted.map((one): SequenceQuestion<Record<string, string>> => {
    return async ({ [one.name]: value = "", ...others }, step) => {
      const text = await prompts.input({
        title: l10n.t`Open Prompt ${name}`,
        step,
        value,
        prompt: one.description ?? one.name,
        placeholder: one.required ? one.name : l10n.t`${one.name} (optional)`,
        validate: (entered) => (one.required && entered === "" ? l10n.t`${one.name} is required.` : undefined),
      });
      if (typeof text !== "string") return text;
      return text === "" ? others : { ...others, [one.name]: text };
    };
  });
  return askInSequence({}, questions);
}

function formatPrompt({ description, messages }: GetPromptResult): string {
  const texts = messages.map(({ role, content }) => {
    const text = content.type === "text" ? content.text : JSON.stringify(content, undefined, 2);
    return `## ${role}\n\n${text}\n`;
  });
  return [...(description === undefined ? [] : [`${description}\n`]), ...texts].join("\n");
}
