import { element } from "./element.ts";
import { icon } from "./icon.ts";
import type { StateWords } from "./stateWords.ts";

export function stateMark({ word, icon: name, tone }: StateWords, text = word): HTMLElement {
  return element("span", { class: `state ${tone}` }, icon(name), " ", text);
}
