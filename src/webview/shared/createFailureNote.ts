import { createElement, setText } from "./element.ts";

/** Why a part of the page could not be read, above what it showed before. */
export function createFailureNote() {
  const element = createElement("p", { class: "soft", hidden: true });
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
