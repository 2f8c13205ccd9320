import { toVisibleText } from "../../text/toVisibleText.ts";

/** `undefined` and `false` omit an attribute. Values and children are plain text, never markup. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
type Child = Node | string | undefined;

export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...toNodes(children));
  return element;
}

/** Its children stand beside each other. */
export function createRow(...children: readonly Child[]): HTMLElement {
  return createElement("div", { class: "row" }, ...children);
}

interface TableColumn {
  readonly title: string;
  /** Of the head, and of the cells below it. */
  readonly class?: string;
}

/** A table whose first column names its rows. */
export function createTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly Child[])[],
  attributes: Attributes = {},
  caption?: HTMLElement,
): HTMLTableElement {
  const heads = columns.map(({ title, ...column }) => createElement("th", { scope: "col", ...column }, title));
  const createCell = (cell: Child, at: number) =>
    at === 0 ? createElement("th", { scope: "row" }, cell) : createElement("td", { class: columns[at]?.class }, cell);
  const body = rows.map((cells) => createElement("tr", {}, ...cells.map(createCell)));
  const head = createElement("thead", {}, createElement("tr", {}, ...heads));
  return createElement("table", attributes, caption, head, createElement("tbody", {}, ...body));
}

export function setAttribute(element: Element, name: string, value: Attributes[string]): void {
  if (value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : toVisibleText(String(value)));
}

/** Names the invisible characters of texts, which may come from a service. */
function toNodes(children: readonly Child[]): (Node | string)[] {
  return children.flatMap((child) =>
    child === undefined ? [] : typeof child === "string" ? toVisibleText(child) : child,
  );
}

/** A button; `attributes` may hold a longer name for screen readers. */
export function createButton(label: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const element = createElement("button", { type: "button", ...attributes }, label);
  element.addEventListener("click", onClick);
  return element;
}

/** Replaces the children of an element. The focus moves to the new element with the same `data-key`. */
export function replaceContent(element: Element, ...children: readonly Child[]): void {
  const focused = document.activeElement;
  const key = focused instanceof HTMLElement && element.contains(focused) ? focused.dataset.key : undefined;
  element.replaceChildren(...toNodes(children));
  if (key === undefined) return;
  const focusable = [...element.querySelectorAll<HTMLElement>("[data-key]")].find(({ dataset }) => dataset.key === key);
  focusable?.focus({ preventScroll: true });
}

const contentKeys = new WeakMap<Element, string>();

/** Replaces the children only if `source` has changed, so that the user's selection and reading position stay. */
export function replaceChangedContent(element: Element, source: unknown, children: () => readonly Child[]): void {
  const contentKey = JSON.stringify(source);
  if (contentKeys.get(element) === contentKey) return;
  contentKeys.set(element, contentKey);
  replaceContent(element, ...children());
}

export function setText(element: Element, text: string): void {
  const visible = toVisibleText(text);
  if (element.textContent !== visible) element.textContent = visible;
}
