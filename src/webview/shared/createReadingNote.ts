import * as l10n from "@vscode/l10n";
import { createElement, setText } from "./element.ts";

/** Says that a part of the page is being read and, above what it showed before, why it could not be. */
export function createReadingNote() {
  const element = createElement("p", { class: "soft" }, l10n.t("Reading..."));
  return {
    element,
    show: (message: string) => {
      element.hidden = false;
      setText(element, message);
    },
    hide: () => {
      element.hidden = true;
    },
  };
}
