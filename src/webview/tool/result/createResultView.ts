import * as l10n from "@vscode/l10n";
import type { CallView } from "../../protocol/toolPanelMessages.ts";
import { createElement } from "../../shared/element.ts";
import { createContentPart, parseStructuredText } from "./createContentPart.ts";
import { createJsonView } from "./createJsonView.ts";

type ShownResult = Pick<CallView, "content" | "structured"> & { readonly state: string };

/** The parts of a result; a text that only repeats the structured content is left out. */
export function createResultView(
  { content = [], structured, state }: ShownResult,
  openLink: (uri: string) => void,
): readonly (HTMLElement | undefined)[] {
  const repeated = structured === undefined ? undefined : JSON.stringify(structured);
  const parts = content.filter((part) => {
    const text = part.kind === "text" && repeated !== undefined ? parseStructuredText(part.text) : undefined;
    return text === undefined || JSON.stringify(text) !== repeated;
  });
  const isEmpty = parts.length === 0 && structured === undefined && state === "succeeded";
  return [
    structured === undefined ? undefined : createJsonView(structured),
    ...parts.map((part) => createElement("div", { class: "part" }, createContentPart(part, openLink))),
    isEmpty ? createElement("p", { class: "soft" }, l10n.t("The result is empty.")) : undefined,
  ];
}
