import * as l10n from "@vscode/l10n";
import type { GetPromptResult, McpCompleted, ReadResourceResult } from "../../../client/mcp/mcpConnection.ts";
import { formatByteSize } from "../../../text/formatByteSize.ts";
import { type CommandHandler, type EditorServices, runCancellable } from "../../base/editorServices.ts";
import type { FollowText } from "../../base/ports.ts";
import { askInSequence, type SequenceQuestion } from "../../base/prompts/askInSequence.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { TreeNodeOfKind } from "../../workbench/nodes.ts";
import type { McpServerKey } from "../model/mcpTarget.ts";
import type { ToolsServices } from "../toolsServices.ts";

type OpenContentContext = EditorServices & Pick<ToolsServices, "mcp">;

/** Shows a resource, a skill or a prompt of an MCP server as a document. */
export const openMcpContent: CommandHandler<OpenContentContext> = async (app, { node }) => {
  if (node?.kind === "resource") await openResource(app, node);
  // Under the name SKILL.md it would be checked like the skills of the workspace.
  if (node?.kind === "mcpSkill") await showResource(app, node.server.key, node.skill.uri, `${node.skill.name}.md`);
  if (node?.kind === "prompt") await showPrompt(app, node);
};

/** Asks for the variables of a template, then shows the resource. */
async function openResource(app: OpenContentContext, { server, resource }: TreeNodeOfKind<"resource">): Promise<void> {
  const { uri, variables, name } = resource;
  if (!variables) return showResource(app, server.key, uri);
  const wanted = variables.map((variable) => ({ name: variable, required: true }));
  const title = l10n.t`Open ${name}`;
  const given = await askArguments(app, { title, server: server.key, of: { template: uri }, wanted });
  if (given) await showResource(app, server.key, uri, undefined, given);
}

/** Reads a resource and shows its texts; the variables are those of a template. */
export async function showResource(
  app: OpenContentContext,
  server: McpServerKey,
  uri: string,
  name?: string,
  variables?: Readonly<Record<string, string>>,
): Promise<void> {
  const read = await runCancellable(app.progress, l10n.t`Reading ${uri}`, (_report, signal) =>
    app.mcp.use(server, signal, (connection) => connection.readResource(uri, signal, variables)),
  );
  if (read.kind === "cancelled") return;
  const { contents } = read.value;
  if (contents.length === 0) showMessage(app, "info", l10n.t`The resource ${uri} is empty.`);
  const [only, ...others] = contents;
  const follow = only && others.length === 0 ? followResource(app, server, only.uri) : undefined;
  for (const content of contents)
    await app.documents.showText(formatContent(content), name ?? nameContent(content), follow);
}

/** Reads a resource again when the server says that it changed. */
function followResource({ mcp, log }: OpenContentContext, server: McpServerKey, uri: string): FollowText {
  return (onText, signal) => {
    const readAgain = async () => {
      const { contents } = await mcp.use(server, signal, (connection) => connection.readResource(uri, signal));
      if (contents[0]) onText(formatContent(contents[0]));
    };
    // The document retains the last text.
    const onFailure = (error: unknown) => log.info(`${uri} is not read again: ${String(error)}`);
    mcp.followResource(server, uri, readAgain, { signal, onFailure });
  };
}

type ResourceContent = ReadResourceResult["contents"][number];

function formatContent(content: ResourceContent): string {
  if ("text" in content) return content.text;
  return l10n.t`${content.uri} is not text (${content.mimeType ?? l10n.t("unknown type")}, ${formatSize(content.blob)}).`;
}

const formatSize = (base64: string) => formatByteSize(Buffer.byteLength(base64, "base64"));

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
  // The type of an MCP App is `text/html;profile=mcp-app`.
  const [type = ""] = mimeType.split(";");
  return /\.\w{1,8}$/.test(name) ? name : `${name}${extensions[type] ?? ".txt"}`;
}

/** Asks for the arguments of a prompt, and shows its messages. */
async function showPrompt(app: OpenContentContext, { prompt, server }: TreeNodeOfKind<"prompt">): Promise<void> {
  const { name, arguments: wanted = [] } = prompt;
  const title = l10n.t`Open Prompt ${name}`;
  const given = await askArguments(app, { title, server: server.key, of: { prompt: name }, wanted });
  if (!given) return;
  const read = await runCancellable(app.progress, l10n.t`Reading ${prompt.name}`, (_report, signal) =>
    app.mcp.use(server.key, signal, (connection) => connection.getPrompt(prompt.name, given, signal)),
  );
  if (read.kind === "done") await app.documents.showText(formatPrompt(read.value), `${prompt.name}.md`);
}

interface WantedArgument {
  readonly name: string;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
}

/** The time that a server has for proposals. */
const proposalMs = 5000;

interface ArgumentsQuestion {
  readonly title: string;
  readonly server: McpServerKey;
  readonly of: McpCompleted;
  readonly wanted: readonly WantedArgument[];
}

/** Offers what the server proposes for an argument; any other text can be typed. undefined: cancelled. */
async function askArguments(
  app: OpenContentContext,
  { title, server, of, wanted }: ArgumentsQuestion,
): Promise<Record<string, string> | undefined> {
  const { prompts, mcp } = app;
  const propose = (name: string, given: Record<string, string>) => {
    const signal = AbortSignal.timeout(proposalMs);
    // Without proposals the text is typed.
    return mcp.use(server, signal, (connection) => connection.complete(of, name, given, signal)).catch(() => []);
  };
  const questions = wanted.map((one): SequenceQuestion<Record<string, string>> => {
    return async ({ [one.name]: value = "", ...others }, step) => {
      const placeholder = one.required ? one.name : l10n.t`${one.name} (optional)`;
      const prompt = one.description ?? one.name;
      const proposed = await propose(one.name, others);
      const text =
        proposed.length > 0
          ? await prompts.pick({
              title,
              step,
              placeholder,
              prompt,
              choices: [...(one.required ? [] : [{ label: l10n.t("None"), value: "" }]), ...proposed.map(toChoice)],
              active: (other) => other === value,
              typed: toChoice,
            })
          : await prompts.input({
              title,
              step,
              value,
              prompt,
              placeholder,
              validate: (entered) => (one.required && entered === "" ? l10n.t`${one.name} is required.` : undefined),
            });
      if (typeof text !== "string") return text;
      return text === "" ? others : { ...others, [one.name]: text };
    };
  });
  return askInSequence({}, questions);
}

const toChoice = (text: string) => ({ label: text, value: text });

function formatPrompt({ description, messages }: GetPromptResult): string {
  const texts = messages.map(({ role, content }) => `## ${role}\n\n${formatMessage(content)}\n`);
  return [...(description === undefined ? [] : [`${description}\n`]), ...texts].join("\n");
}

function formatMessage(content: GetPromptResult["messages"][number]["content"]): string {
  switch (content.type) {
    case "text":
      return content.text;
    case "image":
    case "audio":
      return l10n.t`Not shown: ${content.mimeType}, ${formatSize(content.data)}.`;
    case "resource":
      return `${content.resource.uri}\n\n${formatContent(content.resource)}`;
    case "resource_link":
      return content.uri;
  }
}
