import { createElement, setText } from "./element.ts";

/** Announces a text to screen readers. Texts that follow each other quickly are announced together. */
export type Announce = (text: string) => void;

/** A screen reader repeats a text only if it noticed that the region was empty in between. */
const pauseMs = 100;

export function createAnnouncer(): Announce {
  const region = createElement("div", { class: "spoken", role: "status", "aria-live": "polite" });
  document.body.append(region);
  let pending: string[] = [];
  return (text) => {
    if (pending.length === 0) {
      region.textContent = "";
      setTimeout(() => {
        setText(region, pending.join(" "));
        pending = [];
      }, pauseMs);
    }
    if (!pending.includes(text)) pending.push(text);
  };
}
