import { createIcon } from "./createIcon.ts";
import { createElement } from "./element.ts";
import type { StateLabel } from "./stateLabel.ts";

export function createStateMark({ word, icon: name, tone }: StateLabel, text = word): HTMLElement {
  return createElement("span", { class: `state ${tone}` }, createIcon(name), " ", text);
}
