import { createIcon } from "./createIcon.ts";
import { createElement } from "./element.ts";
import type { StateLabel } from "./stateLabel.ts";

/** undefined where there is no state to tell of. */
export function createStateMark(label: StateLabel | undefined, text = label?.word): HTMLElement | undefined {
  return label && createElement("span", { class: `state ${label.tone}` }, createIcon(label.icon), " ", text);
}
