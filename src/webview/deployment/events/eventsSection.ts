import * as l10n from "@vscode/l10n";
import { formatCount, formatQuantity } from "../../../text/language/formatQuantity.ts";
import {
  type DeploymentPanelToWebview,
  type EventStreamState,
  maxPanelEvents,
} from "../../protocol/deploymentPanelMessages.ts";
import type { Announce } from "../../shared/announcer.ts";
import { createElement } from "../../shared/element.ts";
import { onThemeChange } from "../../shared/theme.ts";
import type { DeploymentPageState } from "../deploymentPageState.ts";
import type { SourceText } from "../sourceText.ts";
import { createEventDetail, type EventDetail } from "./eventDetail.ts";
import { EventList } from "./eventList.ts";
import { EventStore } from "./eventStore.ts";
import { createEventsStatus, type EventsStatus } from "./eventsStatus.ts";
import { type FindRefusedHost, findRefusedHost, formatCopiedEvents } from "./eventText.ts";
import { createEventTools, type EventTools } from "./eventTools.ts";
import { type EventFilter, EventView, unrestrictedEventFilter } from "./eventView.ts";

export interface EventsSectionParts {
  readonly state: DeploymentPageState;
  readonly updateState: (change: Partial<DeploymentPageState>) => void;
  readonly copy: (text: string, what: string) => void;
  readonly openLog: () => void;
  readonly allowHost: (host: string) => void;
  readonly announce: Announce;
  readonly source: SourceText;
}

/** Saves the scroll position at most this often, because VS Code gets every change of the state. */
const saveDelayMs = 200;

/** The list of events with search, filter, follow mode and copy. */
export class EventsSection {
  readonly element: HTMLElement;
  readonly #parts: EventsSectionParts;
  readonly #store = new EventStore(maxPanelEvents);
  readonly #view: EventView;
  readonly #list: EventList;
  readonly #tools: EventTools;
  readonly #detail: EventDetail;
  readonly #status: EventsStatus;
  readonly #findHost: FindRefusedHost = (row) => this.#allowedHosts && findRefusedHost(row, this.#allowedHosts);
  #allowedHosts: readonly string[] | undefined;
  #filter: EventFilter;
  #streamState: EventStreamState = "reading";
  /** The number of the current match. */
  #currentMatch: number | undefined;
  /** The sequence to show at the top as soon as the event arrives. */
  #wantedTop: number | undefined;
  #frame: number | undefined;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: EventsSectionParts) {
    this.#parts = parts;
    const { level, kinds, search } = parts.state;
    this.#filter = { level, kinds };
    this.#view = new EventView(this.#store, this.#filter);
    this.#view.search(search);
    this.#list = this.#createList();
    this.#tools = this.#createTools(search);
    this.#detail = createEventDetail({
      copy: (text) => parts.copy(text, l10n.t("event")),
      onClose: () => this.#list.element.focus(),
      findHost: this.#findHost,
      allow: parts.allowHost,
      source: parts.source,
    });
    this.#status = createEventsStatus({
      openLog: parts.openLog,
      showAll: () => this.#setFilter(unrestrictedEventFilter),
    });
    this.element = createElement(
      "div",
      { class: "eventsBody" },
      this.#tools.element,
      this.#status.line,
      this.#status.older,
      this.#list.element,
      this.#status.empty,
      this.#detail.element,
    );
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** The sequence of the last event; 0 for none. */
  get last(): number {
    return this.#store.last;
  }

  get size(): number {
    return this.#store.size;
  }

  /** Call it once the element is in the document. */
  mount(): void {
    const { follow, top } = this.#parts.state;
    this.#list.follow(follow);
    this.#tools.showFollowing(follow);
    this.#wantedTop = follow ? undefined : top;
    this.#list.mount();
    this.#showStatus();
    onThemeChange(() => this.#list.redraw());
  }

  onMessage(message: Extract<DeploymentPanelToWebview, { type: "events" | "streamState" }>): void {
    if (message.type === "events") this.#store.push(message.rows);
    else this.#streamState = message.state;
    // Many messages may arrive between two frames.
    this.#frame ??= requestAnimationFrame(() => this.#draw());
  }

  /** The hosts that the server may connect to; undefined if the service has no such list. */
  showAllowedHosts(allowedHosts: readonly string[] | undefined): void {
    if (String(this.#allowedHosts) === String(allowedHosts)) return;
    this.#allowedHosts = allowedHosts;
    this.#list.redraw();
    this.#detail.refresh();
  }

  /** Shows links in the opened event, after the files became known. */
  showLinks(): void {
    this.#detail.refresh();
  }

  #draw(): void {
    this.#frame = undefined;
    const removedRows = this.#view.update();
    // The status shows the list with the first rows; a hidden list has no scroll position.
    this.#showStatus();
    this.#list.update(removedRows);
    const hasArrived = this.#wantedTop !== undefined && this.#store.last >= this.#wantedTop;
    if (this.#wantedTop !== undefined && (hasArrived || this.#streamState === "ended")) {
      this.#list.showAtTop(this.#store.find(this.#wantedTop));
      this.#wantedTop = undefined;
    }
    this.#saveStateSoon();
  }

  #createList(): EventList {
    return new EventList({
      view: this.#view,
      onOpen: (number) => this.#open(number),
      onFollow: (isFollowing) => {
        this.#wantedTop = undefined;
        this.#tools.showFollowing(isFollowing);
        this.#saveStateSoon();
      },
      onMove: () => {
        // The user scrolled before the wanted event arrived.
        this.#wantedTop = undefined;
        this.#saveStateSoon();
      },
      onCopy: () => this.#copy(),
      findHost: this.#findHost,
      onAllow: (number) => this.#allow(number),
    });
  }

  #createTools(search: string): EventTools {
    return createEventTools({
      filter: this.#filter,
      search,
      onFilter: (filter) => this.#setFilter(filter),
      onSearch: (text) => this.#search(text),
      onFind: (step) => this.#find(step),
      onFollow: (isFollowing) => this.#list.follow(isFollowing),
      onCopy: () => this.#copy(),
    });
  }

  #setFilter(filter: EventFilter): void {
    const top = this.#list.topNumber;
    this.#filter = filter;
    this.#view.filter(filter);
    this.#tools.showFilter(filter);
    this.#list.redraw();
    if (top !== undefined && !this.#list.isFollowing) this.#list.showAtTop(top);
    this.#parts.updateState({ level: filter.level, kinds: [...filter.kinds] });
    this.#showStatus();
    this.#parts.announce(l10n.t`${formatQuantity(this.#view.length, l10n.t("event"), l10n.t("events"))} shown.`);
  }

  #search(text: string): void {
    this.#view.search(text);
    this.#currentMatch = undefined;
    this.#list.redraw();
    this.#parts.updateState({ search: text });
    this.#showMatchCount();
    const { matchCount } = this.#view;
    if (text !== "")
      this.#parts.announce(
        matchCount === 0
          ? l10n.t("No results.")
          : `${formatQuantity(matchCount, l10n.t("result"), l10n.t("results"))}.`,
      );
  }

  #find(step: 1 | -1): void {
    const found = this.#view.findNextMatch(this.#list.active, step);
    if (!found) return;
    this.#list.goTo(found.number);
    this.#currentMatch = found.number;
    this.#showMatchCount();
    if (this.#detail.isShown) this.#open(found.number);
    const row = this.#store.at(found.number);
    this.#parts.announce(l10n.t`${found.rank} of ${this.#view.matchCount}: ${row?.[4] ?? ""}`);
  }

  #open(number: number): void {
    const row = this.#store.at(number);
    if (!row) return;
    this.#detail.show(row);
    this.#list.reveal(number);
  }

  #allow(number: number): void {
    const row = this.#store.at(number);
    const host = row && this.#findHost(row);
    if (host !== undefined) this.#parts.allowHost(host);
  }

  #copy(): void {
    const { text, rows } = formatCopiedEvents(this.#view);
    if (rows > 0) this.#parts.copy(text, formatQuantity(rows, l10n.t("event"), l10n.t("events")));
  }

  #onKey(event: KeyboardEvent): void {
    if ((event.ctrlKey || event.metaKey) && event.key === "f") {
      event.preventDefault();
      this.#tools.focusSearch();
    } else if (event.key === "Escape" && this.#detail.isShown) {
      this.#detail.hide();
    }
  }

  #showStatus(): void {
    const [shown, all] = [this.#view.length, this.#store.size];
    const older = (this.#store.at(this.#store.first)?.[0] ?? 1) - 1;
    this.#list.element.hidden = shown === 0;
    this.#status.show({ shown, all, older, streamState: this.#streamState });
    this.#showMatchCount();
  }

  #showMatchCount(): void {
    const { pattern, matchCount } = this.#view;
    const rank = this.#currentMatch === undefined ? undefined : this.#view.rankOf(this.#currentMatch);
    if (!pattern) this.#tools.showMatchCount("", false);
    else if (matchCount === 0) this.#tools.showMatchCount(l10n.t("No results"), false);
    else
      this.#tools.showMatchCount(
        rank === undefined ? formatCount(matchCount) : l10n.t`${formatCount(rank)} of ${formatCount(matchCount)}`,
        true,
      );
  }

  #saveStateSoon(): void {
    if (this.#wantedTop !== undefined) return;
    this.#saveTimer ??= setTimeout(() => {
      this.#saveTimer = undefined;
      const top = this.#list.topNumber;
      const sequence = top === undefined ? undefined : this.#store.at(top)?.[0];
      this.#parts.updateState({ last: this.last, follow: this.#list.isFollowing, top: sequence ?? 0 });
    }, saveDelayMs);
  }
}
