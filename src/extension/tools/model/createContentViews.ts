import * as l10n from "@vscode/l10n";
import type { CallToolResult } from "../../../client/mcp/mcpConnection.ts";
import { formatByteSize } from "../../../text/formatByteSize.ts";
import type { ContentView } from "../../../webview/protocol/toolPanelMessages.ts";

/** A larger part would make the page slow. */
const mostPartBytes = 5 * 2 ** 20;

type ContentPart = CallToolResult["content"][number];

/** The parts of a result as a page shows them. */
export function createContentViews(content: readonly ContentPart[]): ContentView[] {
  return content.map((part) => {
    const view = createContentView(part);
    const size = JSON.stringify(view).length;
    if (size <= mostPartBytes) return view;
    return { kind: "omitted", why: l10n.t`A part of ${formatByteSize(size)} is too large to be shown.` };
  });
}

function createContentView(part: ContentPart): ContentView {
  switch (part.type) {
    case "text":
      return { kind: "text", text: part.text };
    case "image":
    case "audio":
      return { kind: part.type, mimeType: part.mimeType, data: part.data };
    case "resource": {
      const { uri, mimeType } = part.resource;
      const body = "text" in part.resource ? { text: part.resource.text } : { data: part.resource.blob };
      return { kind: "resource", uri, ...(mimeType !== undefined && { mimeType }), ...body };
    }
    case "resource_link": {
      const { uri, name, description } = part;
      return { kind: "link", uri, name, ...(description !== undefined && { description }) };
    }
  }
}
