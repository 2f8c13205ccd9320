import { icon } from "./createIcon.ts";
import { element } from "./element.ts";
import type { StateWords } from "./stateLabel.ts";

export function stateMark({ word, icon: name, tone }: StateWords, text = word): HTMLElement {
  return element("span", { class: `state ${tone}` }, icon(name), " ", text);
}
