import * as l10n from "@vscode/l10n";
import type { CapturedBody, UpstreamExchange } from "../../../contract/mcp/upstreamExchange.ts";
import { formatByteSize } from "../../../text/formatByteSize.ts";
import { createButton, createElement, createRow } from "../../shared/element.ts";
import { formatShortDuration } from "../../shared/format.ts";
import { createBoundedText } from "./createBoundedText.ts";

/** What the server exchanged with its API for a call; undefined if the user did not ask for it. */
export function createHttpView(
  exchanges: readonly UpstreamExchange[] | undefined,
  onCopy: (index: number) => void,
): HTMLElement | undefined {
  if (!exchanges) return undefined;
  const none = l10n.t("The server sent no HTTP request, or your key may not see it.");
  return createElement(
    "details",
    { class: "http", open: true },
    createElement("summary", { "data-key": "http" }, l10n.t("HTTP Request and Response")),
    ...(exchanges.length === 0 ? [createElement("p", { class: "soft" }, none)] : []),
    ...exchanges.map((exchange, index) => createExchangeView(exchange, () => onCopy(index))),
  );
}

function createExchangeView(exchange: UpstreamExchange, onCopy: () => void): HTMLElement {
  const { method, url, requestHeaders, requestBody, status, responseHeaders, responseBody, error, ms } = exchange;
  const outcome = error ?? `${status ?? ""} · ${formatShortDuration(ms)}`;
  return createElement(
    "div",
    { class: "fields" },
    ...createMessageView(l10n.t("Request"), `${method} ${url}`, requestHeaders, requestBody),
    createRow(createButton(l10n.t("Copy as curl"), onCopy, { class: "quiet", "data-key": `curl ${exchange.url}` })),
    ...createMessageView(l10n.t("Response"), outcome, responseHeaders, responseBody),
  );
}

function createMessageView(
  title: string,
  line: string,
  headers: UpstreamExchange["requestHeaders"],
  body: CapturedBody | undefined,
): readonly HTMLElement[] {
  const rows = Object.entries(headers).map(([name, value]) =>
    createElement("tr", {}, createElement("th", { scope: "row" }, name), createElement("td", { class: "mono" }, value)),
  );
  return [
    createElement("h3", {}, title),
    createElement("p", { class: "mono" }, line),
    ...(rows.length > 0
      ? [createElement("table", { "aria-label": l10n.t`Headers: ${title}` }, createElement("tbody", {}, ...rows))]
      : []),
    ...(body ? [createBoundedText(body.text), createBodyNote(body)] : []),
  ];
}

function createBodyNote({ isBase64, cutFrom }: CapturedBody): HTMLElement {
  const notes = [
    ...(isBase64 ? [l10n.t("The body is no text; this is its base64.")] : []),
    ...(cutFrom === undefined ? [] : [l10n.t`This is the beginning of a body of ${formatByteSize(cutFrom)}.`]),
  ];
  return createElement("p", { class: "soft", hidden: notes.length === 0 }, notes.join(" "));
}
