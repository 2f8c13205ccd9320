import * as l10n from "@vscode/l10n";
import { eventKinds } from "../../../contract/routes/eventKinds.ts";
import type { EventKind, EventLevel } from "../../protocol/deploymentPanelMessages.ts";
import { addRovingFocus } from "../../shared/addRovingFocus.ts";
import { createIconButton } from "../../shared/createIcon.ts";
import { createButton, createElement, setAttribute, setText } from "../../shared/element.ts";
import type { EventFilter } from "./eventView.ts";

export interface EventToolsParts {
  readonly filter: EventFilter;
  readonly search: string;
  readonly onFilter: (filter: EventFilter) => void;
  readonly onSearch: (text: string) => void;
  readonly onFind: (step: 1 | -1) => void;
  readonly onFollow: (isFollowing: boolean) => void;
  readonly onCopy: () => void;
}

export type EventTools = ReturnType<typeof createEventTools>;

const levelNames = {
  debug: l10n.t("All levels"),
  info: l10n.t("Info and worse"),
  warning: l10n.t("Warnings and errors"),
  error: l10n.t("Errors only"),
} as const satisfies Record<EventLevel, string>;

const kindNames = {
  state: l10n.t("States"),
  step: l10n.t("Steps"),
  log: l10n.t("Log"),
  health: l10n.t("Health"),
  request: l10n.t("Requests"),
} as const satisfies Record<EventKind, string>;

/** The toolbar above the list. */
export function createEventTools(parts: EventToolsParts) {
  let filter = parts.filter;
  const change = (next: Partial<EventFilter>) => {
    filter = { ...filter, ...next };
    parts.onFilter(filter);
    showFilter(filter);
  };
  const finder = createFinder(parts);
  const level = createElement("select", { "aria-label": l10n.t("Level") });
  for (const [value, name] of Object.entries(levelNames)) level.append(createElement("option", { value }, name));
  level.addEventListener("change", () => {
    const chosen = Object.keys(levelNames).find((name): name is EventLevel => name === level.value);
    if (chosen) change({ level: chosen });
  });
  const toggles = eventKinds.map((kind) => {
    const toggle = (shownKinds: readonly EventKind[]) =>
      shownKinds.includes(kind) ? shownKinds.filter((one) => one !== kind) : [...shownKinds, kind];
    return createButton(kindNames[kind], () => change({ kinds: toggle(filter.kinds) }));
  });
  addRovingFocus(toggles);
  const following = createButton(l10n.t("Follow"), () =>
    parts.onFollow(following.getAttribute("aria-pressed") !== "true"),
  );
  const copy = createButton(l10n.t("Copy All"), parts.onCopy);
  const showFilter = (next: EventFilter) => {
    filter = next;
    level.value = filter.level;
    for (const [at, kind] of eventKinds.entries()) {
      const toggle = toggles[at];
      if (toggle) setAttribute(toggle, "aria-pressed", String(filter.kinds.includes(kind)));
    }
  };
  showFilter(filter);
  return {
    element: createElement(
      "div",
      { class: "tools row" },
      finder.element,
      level,
      following,
      copy,
      createElement("div", { class: "kinds", role: "toolbar", "aria-label": l10n.t("Kinds of events") }, ...toggles),
    ),
    focusSearch: finder.focus,
    /** `3 of 12`. */
    showMatchCount: finder.showMatchCount,
    showFollowing: (isFollowing: boolean) => setAttribute(following, "aria-pressed", String(isFollowing)),
    showFilter,
  };
}

/** The search field, the count of matches, and the buttons to the previous and the next match. */
function createFinder({ search, onSearch, onFind }: EventToolsParts) {
  const field = createElement("input", {
    type: "text",
    "aria-label": l10n.t("Search events"),
    placeholder: l10n.t("Search"),
    spellcheck: "false",
  });
  const matchCount = createElement("span", { class: "found soft" });
  const arrows = [
    createIconButton("up", l10n.t("Previous Result"), () => onFind(-1)),
    createIconButton("down", l10n.t("Next Result"), () => onFind(1)),
  ];
  const showMatchCount = (text: string, hasMatches: boolean) => {
    setText(matchCount, text);
    for (const one of arrows) one.disabled = field.value === "" || !hasMatches;
  };
  field.value = search;
  showMatchCount("", false);
  field.addEventListener("input", () => onSearch(field.value));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") onFind(event.shiftKey ? -1 : 1);
    if (event.key !== "Escape" || field.value === "") return;
    field.value = "";
    onSearch("");
  });
  return {
    element: createElement("div", { class: "finder", role: "search" }, field, matchCount, ...arrows),
    focus: () => field.select(),
    showMatchCount,
  };
}
