import * as l10n from "@vscode/l10n";
import { readSearchedTool } from "../../../contract/mcp/searchTool.ts";
import type { ToolEdit } from "../../../generator/overlay/editOverlay.ts";
import { readVersionTools } from "../../../surface/versionReader.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { joinWords } from "../../../text/joinWords.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { createVersionReader } from "../../registry/model/createVersionReader.ts";
import type { RegistryServices } from "../../registry/registryServices.ts";
import {
  type AnalyzeDocumentContext,
  type AnalyzedDocument,
  analyzeDocument,
} from "../../server/commands/analyzeDocument.ts";
import { chooseDocument } from "../../server/commands/chooseDocument.ts";
import { findLiveVersion } from "../../server/model/findLiveVersion.ts";
import { formatTokenCount } from "../../server/model/operations/operationFilter.ts";
import { type EditableTool, listEditableTools } from "../../server/model/overlay/editableTool.ts";
import { readServer } from "../../server/model/readServer.ts";
import { getServerLinks } from "../../server/model/serverLinks.ts";
import type { TreeNodeOfKind } from "../../workbench/nodes.ts";
import { openOverlay, requireOverlayUri, writeToolEdit } from "./toolOverlay.ts";

export type EditToolContext = AnalyzeDocumentContext & FindToolOriginContext;

/** Opens the overlay beside a document at the tool of an operation, where the editor completes all that can be changed. */
export const editTool: CommandHandler<EditToolContext> = async (app, target) => {
  const found = await findTool(app, target);
  if (found) await openOverlay(app, found.document, found.tool);
};

/** Changes the name of a tool in the overlay beside its document, and shows the difference. */
export const renameTool: CommandHandler<EditToolContext> = async (app, target) => {
  const found = await findTool(app, target);
  const edit = found && (await askName(app, found));
  if (!found || !edit) return;
  const { document, tool } = found;
  const { overlayName, isChanged } = await writeToolEdit(app, document, formatTitle(tool), edit);
  if (!isChanged)
    return showMessage(
      app,
      "info",
      l10n.t`${overlayName} does not change ${tool.name} in this way; the document itself may.`,
    );
  const message = joinWords(
    l10n.t`${overlayName} has the change of ${tool.name}.`,
    l10n.t("It takes effect when the server is generated again."),
  );
  const generate = () => app.run("fairlead.server.generate", { resource: document.uri });
  showMessage(app, "info", message, { [l10n.t("Generate...")]: generate });
};

interface FoundTool {
  readonly document: AnalyzedDocument;
  readonly tools: readonly EditableTool[];
  readonly tool: EditableTool;
}

/** The tool of the target, or the one that the user chooses. undefined: cancelled, or the document cannot be read. */
async function findTool(app: EditToolContext, target: CommandTarget): Promise<FoundTool | undefined> {
  const title = l10n.t("Edit Tool");
  const origin = await findToolOrigin(app, target);
  const chosen = await chooseDocument(app, origin ? { resource: origin.resource } : target, false, title);
  if (!chosen) return undefined;
  requireOverlayUri(chosen.uri);
  const document = await analyzeDocument(app, chosen);
  if (!document) return undefined;
  const tools = listEditableTools(document.analysis);
  const known = origin ? findOriginalTool(tools, origin) : tools.find(({ filter }) => filter === target.caseId);
  const tool = known ?? (await askTool(app, title, tools));
  return tool && { document, tools, tool };
}

/** The tool in the document by its operation, else by its name; it may be renamed in the document already. */
const findOriginalTool = (tools: readonly EditableTool[], { operation, toolName }: ToolOrigin) =>
  tools.find(({ filter }) => filter === operation) ?? tools.find(({ name }) => name === toolName);

async function askTool(
  { prompts }: EditorServices,
  title: string,
  tools: readonly EditableTool[],
): Promise<EditableTool | undefined> {
  return prompts.pick({
    title,
    placeholder: l10n.t("Which tool?"),
    choices: tools.map((one) => ({
      label: one.name,
      icon: one.isEnabled ? "symbol-method" : "circle-slash",
      value: one,
      description: joinTextParts(one.filter, one.isEnabled ? formatTokenCount([one]) : l10n.t("disabled")),
    })),
  });
}

const formatTitle = ({ name }: EditableTool) => l10n.t`Edit Tool ${name}`;

/** undefined: cancelled, or unchanged. */
async function askName({ prompts }: EditorServices, { tool, tools }: FoundTool): Promise<ToolEdit | undefined> {
  const names = tools.flatMap(({ filter, name }) => (filter === tool.filter ? [] : [name]));
  const text = await prompts.input({
    title: formatTitle(tool),
    value: tool.name,
    prompt: l10n.t("The name that agents call; empty for the name of the document"),
    validate: (typed) => findNameProblem(typed.trim(), names),
  });
  if (text === undefined || text === tool.name) return undefined;
  return { pointer: tool.pointer, path: ["name"], value: text.trim() || undefined };
}

function findNameProblem(name: string, others: readonly string[]): string | undefined {
  if (name === "") return undefined;
  if (!/^[\w-]{1,64}$/.test(name)) return l10n.t("Use at most 64 letters, digits, _ and -.");
  const isTaken = others.some((one) => one.toLowerCase() === name.toLowerCase());
  return isTaken ? l10n.t`Another tool is called ${name}.` : undefined;
}

/** Where the tool of a row comes from. */
interface ToolOrigin {
  /** The URI of the document. */
  readonly resource: string;
  /** The filter of the operation, such as `GET /pets`; undefined: only the name of the tool is known. */
  readonly operation: string | undefined;
  readonly toolName: string;
}

type FindToolOriginContext = ConnectedServices & RegistryServices;

type ToolRow = TreeNodeOfKind<"tool" | "versionTool">;

/** Finds the document and the operation of the target's tool. undefined: the target is no tool. Throws if the document is not known. */
async function findToolOrigin(app: FindToolOriginContext, { node }: CommandTarget): Promise<ToolOrigin | undefined> {
  if (node?.kind !== "tool" && node?.kind !== "versionTool") return undefined;
  const toolName = readSearchedTool(node.tool.name);
  const serverId = readServerId(node);
  const resource = serverId === undefined ? undefined : getServerLinks(app).documentOf(serverId);
  if (serverId === undefined || resource === undefined)
    throw new Error(
      l10n.t`Fairlead does not know the OpenAPI document of ${toolName}: its server was not generated from a document of this workspace. Open the document and run "Edit Tool" there.`,
    );
  const operation =
    node.kind === "versionTool" ? node.tool.operation : await findLiveOperation(app, serverId, toolName);
  return { resource, operation, toolName };
}

function readServerId(node: ToolRow): string | undefined {
  if (node.kind === "versionTool") return node.artifact.ownerId;
  return node.server.key.kind === "deployed" ? node.server.key.id : undefined;
}

/** The operation that the live version's tool of this name calls: the document may give it another name by now. */
async function findLiveOperation(
  app: FindToolOriginContext,
  serverId: string,
  toolName: string,
): Promise<string | undefined> {
  const client = await app.client();
  const server = client && (await readServer(client, serverId));
  if (!client || !server?.artifactId) return undefined;
  const version = await findLiveVersion(client, server);
  if (version === undefined) return undefined;
  const reader = createVersionReader({ client, versions: app.versions, artifactId: server.artifactId });
  const tools = await readVersionTools(reader, { version, hasTools: false });
  return tools?.find(({ name }) => readSearchedTool(name) === toolName)?.operation;
}
