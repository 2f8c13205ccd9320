import { toVisibleText } from "../../text/toVisibleText.ts";

/** What an element may be given; `undefined` and `false` leave it out. Texts are texts: nothing here reads markup. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
type Child = Node | string | undefined;

export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(made, name, value);
  made.append(...shown(children));
  return made;
}

export function setAttribute(of: Element, name: string, value: Attributes[string]): void {
  if (value === undefined || value === false) of.removeAttribute(name);
  else of.setAttribute(name, value === true ? "" : toVisibleText(String(value)));
}

/** Texts are whatever somebody wrote: what cannot be seen of them is named. */
function shown(children: readonly Child[]): (Node | string)[] {
  return children.flatMap((child) =>
    child === undefined ? [] : typeof child === "string" ? toVisibleText(child) : child,
  );
}

/** A button that says what it does; `attributes` may name it for those who do not see what it is about. */
export function createButton(label: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = createElement("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", act);
  return made;
}

/** Replaces what an element holds. What has the focus keeps it where it, or one with the same `data-key`, stays. */
export function replaceContent(of: Element, ...children: readonly Child[]): void {
  const focused = document.activeElement;
  const key = focused instanceof HTMLElement && of.contains(focused) ? focused.dataset.key : undefined;
  of.replaceChildren(...shown(children));
  if (key === undefined) return;
  const again = [...of.querySelectorAll<HTMLElement>("[data-key]")].find(({ dataset }) => dataset.key === key);
  again?.focus({ preventScroll: true });
}

const marks = new WeakMap<Element, string>();

/** Fills it only where what it is made from has changed: what the user selected or reads there stays. */
export function replaceChangedContent(of: Element, from: unknown, children: () => readonly Child[]): void {
  const mark = JSON.stringify(from);
  if (marks.get(of) === mark) return;
  marks.set(of, mark);
  replaceContent(of, ...children());
}

export function setText(of: Element, text: string): void {
  const visible = toVisibleText(text);
  if (of.textContent !== visible) of.textContent = visible;
}
