import * as l10n from "@vscode/l10n";
import { promptBack } from "../../../core/foundation/ports.ts";
import { showMessage } from "../../../core/foundation/showMessage.ts";
import { formatTokenCount } from "../../../core/server/operationFilter.ts";
import { type EditableTool, listEditableTools } from "../../../core/server/overlay/editableTool.ts";
import { listOverlayUris } from "../../../core/server/overlay/findOverlay.ts";
import {
  createOverlayText,
  editOverlay,
  type ToolEdit,
  UneditableOverlayError,
} from "../../../generator/overlay/editOverlay.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import type { App, CommandHandler } from "../../app.ts";
import { type AnalyzeDocumentContext, type AnalyzedDocument, analyzeDocument } from "../analyzeDocument.ts";
import { type ChooseDocumentContext, chooseDocument } from "../chooseDocument.ts";
import { askToolEdit } from "./askToolEdit.ts";

type EditToolContext = AnalyzeDocumentContext & ChooseDocumentContext & Pick<App, "prompts" | "run">;

/** Changes the tool of an operation in the overlay beside its document, and shows the difference. */
export const editTool: CommandHandler<EditToolContext> = async (app, target) => {
  const title = l10n.t("Edit Tool");
  const chosen = await chooseDocument(app, target, false, title);
  if (!chosen) return;
  const [newOverlay] = listOverlayUris(chosen.uri);
  if (newOverlay === undefined)
    throw new Error(
      l10n.t`The tools of ${readDocumentName(chosen.uri)} cannot be edited, because their overlay is a file beside the document. Save the document as a JSON or YAML file in a folder.`,
    );
  const document = await analyzeDocument(app, chosen);
  const tools = document ? listEditableTools(document.analysis) : [];
  const tool = tools.find(({ filter }) => filter === target.caseId) ?? (document && (await askTool(app, title, tools)));
  if (!document || !tool) return;
  const otherNames = tools.flatMap(({ name, filter }) => (filter === tool.filter ? [] : [name]));
  const edit = await askToolEdit(app, tool, otherNames);
  if (edit) await writeEdit(app, document, { tool, edit, newOverlay });
};

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

interface WrittenEdit {
  readonly tool: EditableTool;
  readonly edit: ToolEdit;
  /** The URI of the overlay if there is none yet. */
  readonly newOverlay: string;
}

async function writeEdit(
  app: EditToolContext,
  { uri: documentUri, overlay, analysis }: AnalyzedDocument,
  { tool, edit, newOverlay }: WrittenEdit,
): Promise<void> {
  const uri = overlay?.uri ?? newOverlay;
  const name = readDocumentName(uri);
  const facts = { title: `Tools of ${analysis.title}`, document: `./${readLastPart(documentUri)}`, isJson: false };
  const text = changeText(overlay?.text ?? createOverlayText(facts), name, edit);
  if (text === overlay?.text) {
    showMessage(app, "info", l10n.t`${name} does not change ${tool.name} in this way; the document itself may.`);
    return;
  }
  if (overlay) await app.documents.replace(uri, text);
  else
    await app.documents.changeFolder(uri.slice(0, uri.lastIndexOf("/")), {
      write: [{ path: name, bytes: Buffer.from(text) }],
    });
  const before = overlay && { name, text: overlay.text };
  await app.documents.compare(l10n.t`Edit Tool ${tool.name}`, [{ label: name, left: before, right: uri }]);
  showMessage(
    app,
    "info",
    l10n.t`${name} has the change of ${tool.name}. It takes effect when the server is generated again.`,
    {
      [l10n.t("Generate...")]: () => app.run("fairlead.server.generate", { resource: documentUri }),
    },
  );
}

function changeText(text: string, name: string, edit: ToolEdit): string {
  try {
    return editOverlay(text, edit);
  } catch (error) {
    if (!(error instanceof UneditableOverlayError)) throw error;
    throw new Error(l10n.t`${name} cannot be edited: ${error.message}`, { cause: error });
  }
}

const readLastPart = (uri: string) => uri.slice(uri.lastIndexOf("/") + 1);
