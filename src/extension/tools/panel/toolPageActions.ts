import * as l10n from "@vscode/l10n";
import { formatServerCase } from "../../../testcases/addServerCase.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import { formatByteSize } from "../../../text/formatByteSize.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import { createSuggestedEntry, keepToolCase } from "../commands/keepToolCase.ts";
import { showResource } from "../commands/openMcpContent.ts";
import { type FindNewToolNamesContext, findNewToolNames } from "../model/findNewToolNames.ts";
import { formatCurlCommand, formatExchangeCommand, formatMcpRequest } from "../model/formatToolCall.ts";
import type { ToolsServices } from "../toolsServices.ts";
import type { ToolPanelActions } from "./toolPanelActions.ts";

type ToolPageContext = Parameters<typeof keepToolCase>[0] &
  FindNewToolNamesContext &
  Pick<EditorServices & ToolsServices, "clipboard" | "mcp" | "openExternal" | "progress" | "run">;

/** The actions of the page of a tool. */
export function createToolPageActions(app: ToolPageContext): ToolPanelActions {
  return {
    findNewNames: (subject, signal) => findNewToolNames(app, subject, signal),
    edit: ({ server: key }, tool) =>
      app.run("fairlead.tool.edit", { node: { kind: "tool", server: { key, name: "" }, tool } }),
    keepAsCase: (subject, call) => keepToolCase(app, subject, call),
    copyAs: async ({ tool }, call, format) => {
      const { arguments: given } = call.view;
      if (format === "mcp") return copy(app, formatMcpRequest(tool, given), l10n.t("Copied the request as JSON."));
      if (format === "case")
        return copy(
          app,
          formatServerCase(createSuggestedEntry(tool, call)),
          l10n.t("Copied the case for a case file."),
        );
      if (!call.request)
        throw new NoRequestError(
          l10n.t(
            "There is no request to copy: this call was not sent, or it is from an earlier window. Call the tool again.",
          ),
        );
      const note = l10n.t("Copied the command. Set FAIRLEAD_TOKEN to a runtime token before you run it.");
      return copy(app, formatCurlCommand(call.request), note);
    },
    copyExchange: (exchange) => {
      const note = l10n.t("Copied the command. Set the variables in it, which stand for secrets, before you run it.");
      return copy(app, formatExchangeCommand(exchange), note);
    },
    openLink: async ({ server }, uri) => {
      if (!/^https?:\/\//i.test(uri)) return showResource(app, server, uri);
      if (!(await app.openExternal(uri))) await app.clipboard(uri);
    },
    pickFile: () => pickFile(app),
  };
}

class NoRequestError extends Error {
  override readonly name = "NoRequestError";
}

class FileTooLargeError extends Error {
  override readonly name = "FileTooLargeError";
}

async function copy(app: ToolPageContext, text: string, message: string): Promise<void> {
  await app.clipboard(text);
  showMessage(app, "info", message);
}

/** A larger file makes a larger argument than servers accept. */
const mostBytes = 10 * 2 ** 20;

async function pickFile({ documents }: ToolPageContext): ReturnType<ToolPanelActions["pickFile"]> {
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
