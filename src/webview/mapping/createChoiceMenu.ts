import type { MappingChange } from "../protocol/mappingPanelMessages.ts";
import { createIcon } from "../shared/createIcon.ts";
import { createButton, createElement } from "../shared/element.ts";
import type { Choice, ChoiceGroups } from "./listChoices.ts";

export interface ChoiceMenu {
  readonly element: HTMLElement;
  /** Opens the menu at an element, which gets the focus back. */
  open(at: HTMLElement, title: string, groups: ChoiceGroups): void;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The menu of what a value can be. */
export function createChoiceMenu(onChoose: (change: MappingChange) => void): ChoiceMenu {
  const menu = createElement("div", { class: "menu", role: "menu", tabindex: -1, hidden: true });
  let owner: HTMLElement | undefined;

  const close = (returnsFocus = true) => {
    if (menu.hidden) return;
    menu.hidden = true;
    if (returnsFocus) owner?.focus({ preventScroll: true });
    owner = undefined;
  };
  const entries = () => [...menu.querySelectorAll("button")];
  const focusEntry = (key: string) => {
    const all = entries();
    const at = all.findIndex((entry) => entry.matches(":focus"));
    const step = steps[key];
    if (step !== undefined) all[(at + step + all.length) % all.length]?.focus();
    else if (key === "Home") all[0]?.focus();
    else if (key === "End") all.at(-1)?.focus();
    else if (key.length === 1 && key !== " ") findByLetter(all, at, key)?.focus();
    else return false;
    return true;
  };
  menu.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" || event.key === "Tab") close();
    else if (!focusEntry(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || !menu.contains(relatedTarget)) close(false);
  });
  addEventListener("resize", () => close());

  const createEntry = ({ label, detail, isChecked, change }: Choice) => {
    const choose = () => {
      close();
      if (!isChecked) onChoose(change);
    };
    const attributes = { class: "entry", role: "menuitemradio", "aria-checked": String(isChecked), tabindex: -1 };
    const entry = createButton("", choose, attributes);
    const mark = createElement("span", { class: "mark" });
    if (isChecked) mark.append(createIcon("check"));
    entry.append(mark, createElement("span", {}, label), createElement("span", { class: "entryDetail" }, detail));
    return entry;
  };
  return {
    element: menu,
    open: (at, title, groups) => {
      owner = at;
      const parts = groups.map((group) => createElement("div", { role: "group" }, ...group.map(createEntry)));
      menu.replaceChildren(createElement("p", { class: "menuTitle", "aria-hidden": "true" }, title), ...parts);
      menu.setAttribute("aria-label", title);
      menu.hidden = false;
      placeMenu(menu, at);
      const all = entries();
      const checked = groups.flat().findIndex(({ isChecked, change }) => isChecked && change.kind !== "absent");
      all[Math.max(0, checked)]?.focus();
    },
  };
}

/** The next entry that begins with a letter. */
function findByLetter(all: readonly HTMLElement[], at: number, letter: string): HTMLElement | undefined {
  const ordered = [...all.slice(at + 1), ...all.slice(0, at + 1)];
  return ordered.find((entry) => entry.textContent.trim().toLowerCase().startsWith(letter.toLowerCase()));
}

/** A higher menu would hide the answer. */
const highest = 400;

/** Below the element, or above it where there is more room. */
function placeMenu(menu: HTMLElement, at: HTMLElement): void {
  const margin = 4;
  const box = at.getBoundingClientRect();
  const indent = Number.parseFloat(getComputedStyle(at).paddingLeft) || 0;
  const below = innerHeight - box.bottom - 2 * margin;
  const above = box.top - 2 * margin;
  const isBelow = below >= Math.min(menu.scrollHeight, 240) || below >= above;
  menu.style.maxHeight = `${Math.min(highest, Math.max(80, isBelow ? below : above))}px`;
  const left = Math.min(box.left + indent, innerWidth - menu.offsetWidth - margin);
  menu.style.left = `${Math.max(margin, left)}px`;
  menu.style.top = isBelow ? `${box.bottom + 2}px` : `${Math.max(margin, box.top - menu.offsetHeight - 2)}px`;
}
