import * as l10n from "@vscode/l10n";
import type { ShownAnswer } from "../protocol/mappingPanelMessages.ts";
import { createIcon } from "../shared/createIcon.ts";
import { createElement, replaceContent, setAttribute, setText } from "../shared/element.ts";
import { formatPathKey, type NodeRoles, type PlacedNode, placeNodes } from "./answerNodes.ts";

export interface AnswerView {
  readonly element: HTMLElement;
  /** Shows another answer; the same one stays as it is. */
  show(answer: ShownAnswer | null): void;
  /** Marks what is read from each node. */
  mark(roles: NodeRoles): void;
  /** Expands the tree to a place, and focuses its node or expands it too. */
  reveal(path: readonly string[], isFocused?: boolean): void;
  /** Expands an item with the objects in it, so that all its values can be seen. */
  revealItem(path: readonly string[]): void;
  /** Shows a sentence about the last choice; empty to clear it. */
  hint(text: string): void;
}

interface NodeRow {
  readonly placed: PlacedNode;
  readonly element: HTMLElement;
  readonly badges: HTMLElement;
  isExpanded: boolean;
  marks: string;
}

/** The answer as a tree: one stop of the Tab key, arrows move in it, Enter says what a value is. */
export function createAnswerView(onOpen: (node: PlacedNode, element: HTMLElement) => void): AnswerView {
  const tree = createElement("div", { class: "tree mono", role: "tree", "aria-labelledby": "answer" });
  const notes = createElement("ul", { class: "notes soft" });
  const hint = createElement("p", { class: "hint", hidden: true });
  const heading = createElement("h2", { id: "answer" }, l10n.t("Answer"));
  const help = createElement("p", { class: "soft" }, l10n.t("Choose a value to say what it is."));
  const element = createElement(
    "section",
    { class: "pane", "aria-labelledby": "answer" },
    heading,
    help,
    hint,
    notes,
    tree,
  );
  let nodes: ReadonlyMap<string, PlacedNode> = new Map();
  let roles: NodeRoles | undefined;
  let shown = "";
  const rows = new Map<PlacedNode, NodeRow>();

  const rowOf = (placed: PlacedNode): NodeRow => {
    const known = rows.get(placed);
    if (known) return known;
    const row = createNodeRow(placed);
    rows.set(placed, row);
    markRow(row, roles);
    row.element.addEventListener("click", (event) => {
      focusRow(row);
      if (event.target instanceof Element && event.target.closest(".twisty")) setExpanded(row, !row.isExpanded);
      else onOpen(placed, row.element);
    });
    return row;
  };
  const focusRow = (row: NodeRow) => {
    for (const one of tree.querySelectorAll<HTMLElement>('[tabindex="0"]')) one.tabIndex = -1;
    row.element.tabIndex = 0;
    row.element.focus({ preventScroll: true });
    row.element.scrollIntoView({ block: "nearest" });
  };
  const listVisible = (placed: PlacedNode): PlacedNode[] => {
    const row = rowOf(placed);
    return row.isExpanded ? placed.children.flatMap((child) => [child, ...listVisible(child)]) : [];
  };
  const setExpanded = (row: NodeRow, isExpanded: boolean) => {
    if (row.isExpanded === isExpanded || row.placed.children.length === 0) return;
    const below = isExpanded ? [] : listVisible(row.placed);
    row.isExpanded = isExpanded;
    drawExpanded(row);
    if (isExpanded) row.element.after(...listVisible(row.placed).map((placed) => rowOf(placed).element));
    for (const placed of below) rowOf(placed).element.remove();
    if (!isExpanded && !tree.querySelector('[tabindex="0"]')) row.element.tabIndex = 0;
  };
  const rowAt = (at: Element | null | undefined) => [...rows.values()].find((row) => row.element === at);
  const keys: Readonly<Record<string, (row: NodeRow) => void>> = {
    ArrowDown: ({ element: at }) => move(at.nextElementSibling),
    ArrowUp: ({ element: at }) => move(at.previousElementSibling),
    Home: () => move(tree.firstElementChild),
    End: () => move(tree.lastElementChild),
    ArrowRight: (row) => (row.isExpanded ? move(row.element.nextElementSibling) : setExpanded(row, true)),
    ArrowLeft: (row) => {
      if (row.isExpanded) setExpanded(row, false);
      else if (row.placed.parent) focusRow(rowOf(row.placed.parent));
    },
    Enter: ({ placed, element: at }) => onOpen(placed, at),
    " ": ({ placed, element: at }) => onOpen(placed, at),
  };
  const move = (to: Element | null) => {
    const row = rowAt(to);
    if (row) focusRow(row);
  };
  tree.addEventListener("keydown", (event) => {
    const row = rowAt(document.activeElement);
    const act = keys[event.key];
    if (!row || !act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act(row);
  });
  const reveal = (path: readonly string[], isFocused = true) => {
    const placed = nodes.get(formatPathKey(path));
    if (!placed) return;
    const above: PlacedNode[] = [];
    for (let one = placed.parent; one; one = one.parent) above.unshift(one);
    for (const one of above) setExpanded(rowOf(one), true);
    if (isFocused) focusRow(rowOf(placed));
    else setExpanded(rowOf(placed), true);
  };
  return {
    element,
    reveal,
    revealItem: (path) => {
      reveal(path, false);
      const item = nodes.get(formatPathKey(path));
      for (const part of item?.children ?? [])
        if (part.node.kind === "object" && part.children.length <= mostParts) setExpanded(rowOf(part), true);
    },
    show: (answer) => {
      element.hidden = answer === null;
      const key = JSON.stringify(answer?.nodes ?? null);
      if (!answer || key === shown) return;
      shown = key;
      rows.clear();
      nodes = placeNodes(answer.nodes);
      replaceContent(notes, ...answer.notes.map((note) => createElement("li", {}, note)));
      const [root] = nodes.values();
      tree.replaceChildren(...(root ? [rowOf(root).element] : []));
      if (root) rowOf(root).element.tabIndex = 0;
      for (const placed of nodes.values()) if (isOuter(placed)) setExpanded(rowOf(placed), true);
    },
    mark: (next) => {
      roles = next;
      for (const row of rows.values()) markRow(row, next);
    },
    hint: (text) => {
      hint.hidden = text === "";
      setText(hint, text);
    },
  };
}

/** Larger parts would hide the item's own fields. */
const mostParts = 12;

/** Envelopes are open from the start, so that the lists inside them can be seen. */
function isOuter({ node, path }: PlacedNode): boolean {
  return path.length < 4 && (path.length === 0 || node.kind === "object") && !path.some((name) => /^\d+$/.test(name));
}

function createNodeRow(placed: PlacedNode): NodeRow {
  const { node, path, parent, children } = placed;
  const twisty = createElement("span", { class: "twisty" });
  const badges = createElement("span", { class: "badges" });
  const key = path.length === 0 ? l10n.t("answer") : node.key;
  const element = createElement(
    "div",
    {
      class: `node ${node.kind}`,
      role: "treeitem",
      tabindex: -1,
      "aria-level": path.length + 1,
      "aria-haspopup": "menu",
    },
    twisty,
    createElement("span", { class: "key" }, key),
    createElement("span", { class: "value" }, node.text),
    badges,
  );
  element.style.setProperty("--depth", String(path.length));
  const siblings = parent?.children ?? [placed];
  setAttribute(element, "aria-setsize", siblings.length);
  setAttribute(element, "aria-posinset", siblings.indexOf(placed) + 1);
  const row: NodeRow = { placed, element, badges, isExpanded: false, marks: "" };
  if (children.length > 0) drawExpanded(row);
  return row;
}

function drawExpanded({ element, isExpanded }: NodeRow): void {
  setAttribute(element, "aria-expanded", String(isExpanded));
  element.querySelector(".twisty")?.replaceChildren(createIcon(isExpanded ? "down" : "right"));
}

function markRow(row: NodeRow, roles: NodeRoles | undefined): void {
  const marks = roles?.listMarks(row.placed) ?? [];
  const key = JSON.stringify(marks);
  if (row.marks === key) return;
  row.marks = key;
  const badges = marks.flatMap(({ label, isProposed }) => [
    createElement("span", { class: "spoken" }, isProposed ? l10n.t("proposed as") : l10n.t("read as")),
    createElement("span", { class: isProposed ? "badge proposed" : "badge" }, label),
  ]);
  replaceContent(row.badges, ...badges);
  row.element.classList.toggle("isRead", marks.length > 0);
}
