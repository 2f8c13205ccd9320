import { createElement, setText } from "./element.ts";

/** Says things to those who hear the page; what is said quickly one after the other is said together. */
export type Announce = (text: string) => void;

/** Long enough for a screen reader to notice that the region was emptied, so that the same words are heard again. */
const pauseMs = 100;

export function createAnnouncer(): Announce {
  const region = createElement("div", { class: "spoken", role: "status", "aria-live": "polite" });
  document.body.append(region);
  let waiting: string[] = [];
  return (text) => {
    if (waiting.length === 0) {
      region.textContent = "";
      setTimeout(() => {
        setText(region, waiting.join(" "));
        waiting = [];
      }, pauseMs);
    }
    if (!waiting.includes(text)) waiting.push(text);
  };
}
