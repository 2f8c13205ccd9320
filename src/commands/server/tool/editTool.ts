import * as l10n from "@vscode/l10n";
import { promptBack } from "../../../core/foundation/ports.ts";
import { showMessage } from "../../../core/foundation/showMessage.ts";
import { formatTokenCount } from "../../../core/server/operations/operationFilter.ts";
import { type EditableTool, listEditableTools } from "../../../core/server/overlay/editableTool.ts";
import type { CommandTarget } from "../../../core/view/commandTarget.ts";
import type { ToolEdit } from "../../../generator/overlay/editOverlay.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { joinWords } from "../../../text/joinWords.ts";
import type { App, CommandHandler } from "../../app.ts";
import { type AnalyzeDocumentContext, type AnalyzedDocument, analyzeDocument } from "../analyzeDocument.ts";
import { type ChooseDocumentContext, chooseDocument } from "../chooseDocument.ts";
import { askToolEdit, askToolName } from "./askToolEdit.ts";
import { type FindToolOriginContext, findToolOrigin, type ToolOrigin } from "./findToolOrigin.ts";
import { requireOverlayUri, writeToolEdits } from "./writeToolEdits.ts";

export type EditToolContext = AnalyzeDocumentContext &
  ChooseDocumentContext &
  FindToolOriginContext &
  Pick<App, "prompts" | "run">;

/** Changes the tool of an operation in the overlay beside its document, and shows the difference. */
export const editTool: CommandHandler<EditToolContext> = (app, target) => changeTool(app, target, askToolEdit);

/** Changes the name of a tool in the overlay beside its document, and shows the difference. */
export const renameTool: CommandHandler<EditToolContext> = (app, target) => changeTool(app, target, askToolName);

async function changeTool(app: EditToolContext, target: CommandTarget, ask: typeof askToolEdit): Promise<void> {
  const title = l10n.t("Edit Tool");
  const origin = await findToolOrigin(app, target);
  const chosen = await chooseDocument(app, origin ? { resource: origin.resource } : target, false, title);
  if (!chosen) return;
  requireOverlayUri(chosen.uri);
  const document = await analyzeDocument(app, chosen);
  if (!document) return;
  const tools = listEditableTools(document.analysis);
  const known = origin ? findTool(tools, origin) : tools.find(({ filter }) => filter === target.caseId);
  const tool = known ?? (await askTool(app, title, tools));
  const edit = tool && (await ask(app, tool, listOtherNames(tools, tool)));
  if (!tool || !edit) return;
  const { overlayName, isChanged } = await writeToolEdits(app, document, formatTitle(tool), [edit]);
  if (isChanged) showEffect(app, document, l10n.t`${overlayName} has the change of ${tool.name}.`);
  else showUnchanged(app, overlayName, tool);
}

/** Changes a tool of an analyzed document. False: the user cancelled, or the overlay has the change already. */
export async function editKnownTool(
  app: Pick<App, "documents" | "log" | "messages" | "prompts">,
  document: AnalyzedDocument,
  filter: string,
): Promise<boolean> {
  requireOverlayUri(document.uri);
  const tools = listEditableTools(document.analysis);
  const tool = tools.find((one) => one.filter === filter);
  const edit: ToolEdit | undefined = tool && (await askToolEdit(app, tool, listOtherNames(tools, tool)));
  if (!tool || !edit) return false;
  const { overlayName, isChanged } = await writeToolEdits(app, document, formatTitle(tool), [edit]);
  if (!isChanged) showUnchanged(app, overlayName, tool);
  return isChanged;
}

const formatTitle = ({ name }: EditableTool) => l10n.t`Edit Tool ${name}`;

const listOtherNames = (tools: readonly EditableTool[], { filter }: EditableTool) =>
  tools.flatMap((one) => (one.filter === filter ? [] : [one.name]));

/** The tool in the document by its operation, else by its name; it may be renamed in the document already. */
function findTool(tools: readonly EditableTool[], { operation, toolName }: ToolOrigin): EditableTool | undefined {
  return tools.find(({ filter }) => filter === operation) ?? tools.find(({ name }) => name === toolName);
}

async function askTool(
  { prompts }: Pick<App, "prompts">,
  title: string,
  tools: readonly EditableTool[],
): Promise<EditableTool | undefined> {
  const tool = await prompts.pick({
    ...{ title, placeholder: l10n.t("Which tool?") },
    choices: tools.map((one) => ({
      ...{ label: one.name, icon: one.isEnabled ? "symbol-method" : "circle-slash", value: one },
      description: joinTextParts(one.filter, one.isEnabled ? formatTokenCount([one]) : l10n.t("disabled")),
    })),
  });
  return tool === promptBack ? undefined : tool;
}

function showUnchanged(app: Pick<App, "log" | "messages">, overlayName: string, { name }: EditableTool): void {
  showMessage(app, "info", l10n.t`${overlayName} does not change ${name} in this way; the document itself may.`);
}

/** Says what was written, and offers to generate the server with it. */
export function showEffect(
  app: Pick<App, "log" | "messages" | "run">,
  { uri }: AnalyzedDocument,
  change: string,
): void {
  const message = joinWords(change, l10n.t("It takes effect when the server is generated again."));
  const generate = () => app.run("fairlead.server.generate", { resource: uri });
  showMessage(app, "info", message, { [l10n.t("Generate...")]: generate });
}
