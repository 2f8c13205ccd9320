import * as l10n from "@vscode/l10n";
import type { CallView } from "../../protocol/toolPanelMessages.ts";
import { createElement } from "../../shared/element.ts";
import { createBoundedText } from "./createBoundedText.ts";

/** The HTTP request that the server sent for a call, and the response; undefined if neither is known. */
export function createHttpView({ request, response }: CallView): HTMLElement | undefined {
  if (!request && !response) return undefined;
  const parts = [
    ...(request ? createMessageView(l10n.t("Request"), `${request.method} ${request.url}`, request) : []),
    ...(response ? createMessageView(l10n.t("Response"), String(response.status), response) : []),
  ];
  return createElement(
    "details",
    { class: "http" },
    createElement("summary", { "data-key": "http" }, l10n.t("HTTP Request and Response")),
    createElement("div", { class: "fields" }, ...parts),
  );
}

interface HttpMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

function createMessageView(title: string, line: string, { headers, body }: HttpMessage): readonly HTMLElement[] {
  const rows = Object.entries(headers).map(([name, value]) =>
    createElement("tr", {}, createElement("th", { scope: "row" }, name), createElement("td", { class: "mono" }, value)),
  );
  return [
    createElement("h3", {}, title),
    createElement("p", { class: "mono" }, line),
    ...(rows.length > 0
      ? [createElement("table", { "aria-label": l10n.t`Headers: ${title}` }, createElement("tbody", {}, ...rows))]
      : []),
    ...(body ? [createBoundedText(body)] : []),
  ];
}
