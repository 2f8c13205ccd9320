import { createIcon } from "./createIcon.ts";
import { createElement } from "./element.ts";
import type { StateLabel } from "./stateLabel.ts";

/** Returns `undefined` without a label. */
export function createStateMark(label: StateLabel | undefined, text = label?.word): HTMLElement | undefined {
  return label && createElement("span", { class: `state ${label.tone}` }, createIcon(label.icon), " ", text);
}
