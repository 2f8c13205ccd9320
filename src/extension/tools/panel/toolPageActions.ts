import * as l10n from "@vscode/l10n";
import { readSearchedTool } from "../../../contract/mcp/searchTool.ts";
import type { UpstreamExchange } from "../../../contract/mcp/upstreamExchange.ts";
import type { Server } from "../../../contract/servers.ts";
import { readVersionTools } from "../../../surface/versionReader.ts";
import { formatServerCase } from "../../../testcases/addServerCase.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import { formatByteSize } from "../../../text/formatByteSize.ts";
import type { ToolPanelSubject } from "../../../webview/protocol/toolPanelMessages.ts";
import type { PromptChoice } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { Connections } from "../../connection/model/connections.ts";
import { createVersionReader } from "../../registry/model/createVersionReader.ts";
import type { VersionFiles } from "../../registry/model/versionFiles.ts";
import { findLiveVersion } from "../../server/model/findLiveVersion.ts";
import type { ListedTool } from "../../server/model/operations/toolEffect.ts";
import { readServer } from "../../server/model/readServer.ts";
import { createSuggestedEntry, keepToolCase } from "../commands/keepToolCase.ts";
import { showResource } from "../commands/openMcpContent.ts";
import { formatCurlCommand, formatExchangeCommand, formatMcpRequest } from "../model/formatToolCall.ts";
import type { ToolCall } from "../model/runningToolCall.ts";
import type { ToolsServices } from "../toolsServices.ts";

type ToolPageContext = Parameters<typeof keepToolCase>[0] & FindNewToolNamesContext & Pick<ToolsServices, "mcp">;

export type ToolPageActions = ReturnType<typeof createToolPageActions>;

/** What the user can do on the page of a tool besides calling it. */
export function createToolPageActions(app: ToolPageContext) {
  const runOn = (command: string, server: Server) => app.run(command, { node: { kind: "variables", server } });
  return {
    /** The names that a tool which the server no longer has may have now. */
    findNewNames: (subject: ToolPanelSubject, signal: AbortSignal) => findNewToolNames(app, subject, signal),
    /** Changes how agents see the tool. */
    edit: ({ server: key }: ToolPanelSubject, tool: ListedTool) =>
      app.run("fairlead.tool.edit", { node: { kind: "tool", server: { key, name: "" }, tool } }),
    editVariables: (server: Server) => runOn("fairlead.server.editVariables", server),
    start: (server: Server) => runOn("fairlead.server.start", server),
    deployAgain: (server: Server) => runOn("fairlead.deployment.deployAgain", server),
    keepAsCase: (subject: ToolPanelSubject, call: ToolCall) => keepToolCase(app, subject, call),
    /** Copies a call in the form that the user picks. */
    copyAs: ({ tool }: ToolPanelSubject, call: ToolCall) => copyCall(app, tool, call),
    /** Copies the request of a server to its API as a command line. */
    copyExchange: async (exchange: UpstreamExchange): Promise<void> => {
      await app.clipboard(formatExchangeCommand(exchange));
      const note = l10n.t("Copied the command. Set the variables in it, which stand for secrets, before you run it.");
      showMessage(app, "info", note);
    },
    /** Opens a web page in the browser, and a resource of the server in an editor. false: the user refused the page. */
    openLink: async ({ server }: ToolPanelSubject, uri: string): Promise<boolean> => {
      if (!/^https?:\/\//i.test(uri)) {
        await showResource(app, server, uri);
        return true;
      }
      const isOpen = await app.openExternal(uri);
      if (!isOpen) {
        await app.clipboard(uri);
        showMessage(app, "info", l10n.t("The page was not opened. Its address is on the clipboard."));
      }
      return isOpen;
    },
    pickFile: () => pickFile(app),
  };
}

class FileTooLargeError extends Error {
  override readonly name = "FileTooLargeError";
}

/** A call that was not sent, or that is from an earlier window, has no request. One without a result is no case. */
async function copyCall(app: ToolPageContext, tool: string, call: ToolCall): Promise<void> {
  const { request, view } = call;
  const choices: readonly (PromptChoice<() => string> | undefined)[] = [
    {
      label: "MCP JSON",
      description: l10n.t("the request tools/call"),
      value: () => formatMcpRequest(tool, view.arguments),
    },
    request && {
      label: "curl",
      description: l10n.t("as it was sent, with FAIRLEAD_TOKEN for the token"),
      value: () => formatCurlCommand(request),
    },
    view.content && {
      label: l10n.t("Test Case"),
      description: l10n.t("an entry for a case file"),
      value: () => formatServerCase(createSuggestedEntry(tool, call)),
    },
  ];
  const text = await app.prompts.pick({
    title: l10n.t("Copy As"),
    placeholder: l10n.t("In which form?"),
    choices: choices.filter((one) => one !== undefined),
  });
  if (text === undefined) return;
  await app.clipboard(text());
  app.messages.status(l10n.t("Copied."));
}

/** A larger file makes a larger argument than servers accept. */
const mostBytes = 10 * 2 ** 20;

/** undefined: cancelled. */
async function pickFile({ documents }: ToolPageContext) {
  const uri = await documents.promptForFile({
    title: l10n.t("Choose a File"),
    action: l10n.t("Choose"),
    anyType: true,
  });
  const bytes = uri === undefined ? undefined : await documents.readFile(uri);
  if (uri === undefined || !bytes) return undefined;
  const name = readDocumentName(uri);
  if (bytes.length > mostBytes) {
    const limit = formatByteSize(mostBytes);
    throw new FileTooLargeError(l10n.t`${name} is larger than ${limit}. Choose a smaller file.`);
  }
  return { name, mediaType: findMediaType(name), data: Buffer.from(bytes).toString("base64") };
}

const mediaTypes: Readonly<Record<string, string>> = {
  csv: "text/csv",
  gif: "image/gif",
  html: "text/html",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  json: "application/json",
  md: "text/markdown",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain",
  wav: "audio/wav",
  webp: "image/webp",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
  zip: "application/zip",
};

const findMediaType = (name: string) =>
  mediaTypes[name.slice(name.lastIndexOf(".") + 1).toLowerCase()] ?? "application/octet-stream";

interface FindNewToolNamesContext {
  readonly connections: Pick<Connections, "active" | "quiet">;
  readonly versions: VersionFiles;
}

/** The number of versions to look for the tool in. */
const mostVersions = 10;

/** The names under which the live version of a server lists the operation of a tool that it has no more. */
async function findNewToolNames(
  { connections, versions }: FindNewToolNamesContext,
  { server: key, tool }: ToolPanelSubject,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (key.kind !== "deployed" || key.connection !== connections.active()?.id) return [];
  const client = await connections.quiet();
  const server = client && (await readServer(client, key.id));
  if (!client || !server?.artifactId) return [];
  const reader = createVersionReader({ client, versions, artifactId: server.artifactId, signal });
  const live = await findLiveVersion(client, server);
  const now = live === undefined ? undefined : await readVersionTools(reader, { version: live, hasTools: false });
  if (!now) return [];
  const { items } = await client.call("registry.versions", { id: server.artifactId, limit: mostVersions }, { signal });
  for (const { version } of items) {
    const tools = await readVersionTools(reader, { version, hasTools: false });
    const before = tools?.find(({ name }) => readSearchedTool(name) === tool);
    if (before?.operation === undefined) continue;
    return now.filter(({ operation }) => operation === before.operation).map(({ name }) => name);
  }
  return [];
}
