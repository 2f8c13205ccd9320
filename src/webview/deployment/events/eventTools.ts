import { type EventKind, type EventLevel, eventKinds } from "../../protocol/deploymentPanelMessages.ts";
import { addRovingFocus } from "../../shared/addRovingFocus.ts";
import { createIcon } from "../../shared/createIcon.ts";
import { createButton, createElement, setAttribute, setText } from "../../shared/element.ts";
import type { EventFilter } from "./eventFilter.ts";

export interface EventToolsParts {
  readonly filter: EventFilter;
  readonly search: string;
  readonly onFilter: (filter: EventFilter) => void;
  readonly onSearch: (text: string) => void;
  readonly onFind: (step: 1 | -1) => void;
  readonly onFollow: (isFollowing: boolean) => void;
  readonly onCopy: () => void;
}

/** What is above the list. */
export interface EventTools {
  readonly element: HTMLElement;
  focusSearch(): void;
  /** `3 of 12`. */
  tellFound(text: string): void;
  tellFollowing(isFollowing: boolean): void;
  /** What `Copy` would copy. */
  tellCopy(label: string): void;
  tellFilter(filter: EventFilter): void;
}

const levelNames = {
  debug: "All levels",
  info: "Info and worse",
  warning: "Warnings and errors",
  error: "Errors only",
} as const satisfies Record<EventLevel, string>;

const kindNames = {
  state: "States",
  step: "Steps",
  log: "Log",
  health: "Health",
  request: "Requests",
} as const satisfies Record<EventKind, string>;

export function createEventTools(parts: EventToolsParts): EventTools {
  let filter = parts.filter;
  const change = (next: Partial<EventFilter>) => {
    filter = { ...filter, ...next };
    parts.onFilter(filter);
    tellFilter(filter);
  };
  const finder = createFinder(parts);
  const level = createElement("select", { "aria-label": "Level" });
  for (const [value, name] of Object.entries(levelNames)) level.append(createElement("option", { value }, name));
  level.addEventListener("change", () => {
    const chosen = Object.keys(levelNames).find((name): name is EventLevel => name === level.value);
    if (chosen) change({ level: chosen });
  });
  const toggles = eventKinds.map((kind) => {
    const toggle = (wanted: readonly EventKind[]) =>
      wanted.includes(kind) ? wanted.filter((one) => one !== kind) : [...wanted, kind];
    return createButton(kindNames[kind], () => change({ kinds: toggle(filter.kinds) }));
  });
  addRovingFocus(toggles);
  const following = createButton("Follow", () => parts.onFollow(following.getAttribute("aria-pressed") !== "true"));
  const copy = createButton("Copy All", parts.onCopy);
  const tellFilter = (next: EventFilter) => {
    filter = next;
    level.value = filter.level;
    for (const [at, kind] of eventKinds.entries()) {
      const toggle = toggles[at];
      if (toggle) setAttribute(toggle, "aria-pressed", String(filter.kinds.includes(kind)));
    }
  };
  tellFilter(filter);
  return {
    element: createElement(
      "div",
      { class: "tools row" },
      finder.element,
      level,
      following,
      copy,
      createElement("div", { class: "kinds", role: "toolbar", "aria-label": "Kinds of events" }, ...toggles),
    ),
    focusSearch: finder.focus,
    tellFound: finder.tell,
    tellFollowing: (isFollowing) => setAttribute(following, "aria-pressed", String(isFollowing)),
    tellCopy: (label) => setText(copy, label),
    tellFilter,
  };
}

/** The field that is searched with, how much was found, and the ways to it. */
function createFinder({ search, onSearch, onFind }: EventToolsParts) {
  const field = createElement("input", {
    type: "text",
    "aria-label": "Search events",
    placeholder: "Search",
    spellcheck: "false",
  });
  const found = createElement("span", { class: "found soft" });
  const arrow = (name: "up" | "down", label: string, step: 1 | -1) => {
    const made = createButton("", () => onFind(step), { class: "quiet", "aria-label": label, title: label });
    made.append(createIcon(name));
    return made;
  };
  const arrows = [arrow("up", "Previous Result", -1), arrow("down", "Next Result", 1)];
  const tell = (text: string) => {
    setText(found, text);
    for (const one of arrows) one.disabled = field.value === "" || text === "No results";
  };
  field.value = search;
  tell("");
  field.addEventListener("input", () => onSearch(field.value));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") onFind(event.shiftKey ? -1 : 1);
    if (event.key !== "Escape" || field.value === "") return;
    field.value = "";
    onSearch("");
  });
  return {
    element: createElement("div", { class: "finder", role: "search" }, field, found, ...arrows),
    focus: () => field.select(),
    tell,
  };
}
