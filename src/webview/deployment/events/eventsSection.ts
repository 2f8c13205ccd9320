import {
  type DeploymentPanelToWebview,
  type EventStreamState,
  maxPanelEvents,
} from "../../protocol/deploymentPanelMessages.ts";
import type { Announce } from "../../shared/announcer.ts";
import { createElement } from "../../shared/element.ts";
import { formatCount, formatQuantity } from "../../shared/format.ts";
import { onThemeChange } from "../../shared/theme.ts";
import type { DeploymentPageState } from "../deploymentPageState.ts";
import { createEventDetail, type EventDetail } from "./eventDetail.ts";
import { type EventFilter, unrestrictedEventFilter } from "./eventFilter.ts";
import { EventList } from "./eventList.ts";
import { EventStore } from "./eventStore.ts";
import { createEventsStatus, type EventsStatus } from "./eventsStatus.ts";
import { createEventTools, type EventTools } from "./eventTools.ts";
import { EventView } from "./eventView.ts";
import { formatCopiedEvents } from "./formatCopiedEvents.ts";

export interface EventsSectionParts {
  readonly place: DeploymentPageState;
  readonly keep: (change: Partial<DeploymentPageState>) => void;
  readonly copy: (text: string, what: string) => void;
  readonly openLog: () => void;
  readonly announce: Announce;
}

/** How long the list rests before its place is kept: every change of it is told to the editor. */
const restMs = 200;

/** The events: found, filtered, followed, copied. */
export class EventsSection {
  readonly element: HTMLElement;
  readonly #parts: EventsSectionParts;
  readonly #store = new EventStore(maxPanelEvents);
  readonly #view: EventView;
  readonly #list: EventList;
  readonly #tools: EventTools;
  readonly #detail: EventDetail;
  readonly #status: EventsStatus;
  #filter: EventFilter;
  #following: EventStreamState = "reading";
  /** The event that was found last. */
  #found: number | undefined;
  /** The sequence to show at the top as soon as it is there. */
  #wantedTop: number | undefined;
  #drawing: number | undefined;
  #keeping: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: EventsSectionParts) {
    this.#parts = parts;
    const { level, kinds, search } = parts.place;
    this.#filter = { level, kinds };
    this.#view = new EventView(this.#store, this.#filter);
    this.#view.search(search);
    this.#list = this.#createList();
    this.#tools = this.#createTools(search);
    this.#detail = createEventDetail({
      copy: (text) => parts.copy(text, "event"),
      closed: () => this.#list.element.focus(),
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
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The last event it has; 0 for none. */
  get last(): number {
    return this.#store.last;
  }

  get size(): number {
    return this.#store.size;
  }

  /** Once it is in the document. */
  mount(): void {
    const { follow, top } = this.#parts.place;
    this.#list.follow(follow);
    this.#tools.tellFollowing(follow);
    this.#wantedTop = follow ? undefined : top;
    this.#list.mount();
    this.#tell();
    onThemeChange(() => this.#list.redraw());
  }

  hear(message: Extract<DeploymentPanelToWebview, { type: "events" | "following" }>): void {
    if (message.type === "events") this.#store.push(message.rows);
    else this.#following = message.state;
    // Many messages may come between two frames.
    this.#drawing ??= requestAnimationFrame(() => this.#draw());
  }

  focusSearch(): void {
    this.#tools.focusSearch();
  }

  #draw(): void {
    this.#drawing = undefined;
    const gone = this.#view.update();
    // The first rows bring the list into view, without which it has no place.
    this.#tell();
    this.#list.update(gone);
    const isThere = this.#wantedTop !== undefined && this.#store.last >= this.#wantedTop;
    if (this.#wantedTop !== undefined && (isThere || this.#following === "over")) {
      this.#list.showAtTop(this.#store.find(this.#wantedTop));
      this.#wantedTop = undefined;
    }
    this.#keepSoon();
  }

  #createList(): EventList {
    return new EventList({
      view: this.#view,
      onOpen: (number) => this.#open(number),
      onSelect: () => this.#tellCopy(),
      onFollow: (isFollowing) => {
        this.#wantedTop = undefined;
        this.#tools.tellFollowing(isFollowing);
        this.#keepSoon();
      },
      onMove: () => {
        // The user went elsewhere, before what was to be shown had come.
        this.#wantedTop = undefined;
        this.#keepSoon();
      },
      onCopy: () => this.#copy(),
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
    this.#tools.tellFilter(filter);
    this.#list.redraw();
    if (top !== undefined && !this.#list.isFollowing) this.#list.showAtTop(top);
    this.#parts.keep({ level: filter.level, kinds: [...filter.kinds] });
    this.#tell();
    this.#parts.announce(`${formatQuantity(this.#view.length, "event")} shown.`);
  }

  #search(text: string): void {
    this.#view.search(text);
    this.#found = undefined;
    this.#list.redraw();
    this.#parts.keep({ search: text });
    this.#tellFound();
    const { foundCount } = this.#view;
    if (text !== "")
      this.#parts.announce(foundCount === 0 ? "No results." : `${formatQuantity(foundCount, "result")}.`);
  }

  #find(step: 1 | -1): void {
    const found = this.#view.found(this.#list.selection.active, step);
    if (!found) return;
    this.#list.goTo(found.number);
    this.#found = found.number;
    this.#tellFound();
    if (this.#detail.isShown) this.#open(found.number);
    const row = this.#store.at(found.number);
    this.#parts.announce(`${found.rank} of ${this.#view.foundCount}: ${row?.[4] ?? ""}`);
  }

  #open(number: number): void {
    const row = this.#store.at(number);
    if (!row) return;
    this.#detail.show(row);
    this.#list.reveal(number);
  }

  #copy(): void {
    const { selection } = this.#list;
    const range = selection.count > 1 ? selection.range : undefined;
    const { text, rows } = formatCopiedEvents(this.#view, range ?? [0, this.#view.length - 1]);
    if (rows > 0) this.#parts.copy(text, formatQuantity(rows, "event"));
  }

  #key(event: KeyboardEvent): void {
    if ((event.ctrlKey || event.metaKey) && event.key === "f") {
      event.preventDefault();
      this.focusSearch();
    } else if (event.key === "Escape" && this.#detail.isShown) {
      this.#detail.hide();
    }
  }

  #tell(): void {
    const [shown, all] = [this.#view.length, this.#store.size];
    const older = (this.#store.at(this.#store.first)?.[0] ?? 1) - 1;
    this.#list.element.hidden = shown === 0;
    this.#status.tell({ shown, all, older, following: this.#following });
    this.#tellFound();
    this.#tellCopy();
  }

  #tellFound(): void {
    const { pattern, foundCount } = this.#view;
    const rank = this.#found === undefined ? undefined : this.#view.rankOf(this.#found);
    if (!pattern) this.#tools.tellFound("");
    else if (foundCount === 0) this.#tools.tellFound("No results");
    else
      this.#tools.tellFound(
        rank === undefined ? formatCount(foundCount) : `${formatCount(rank)} of ${formatCount(foundCount)}`,
      );
  }

  #tellCopy(): void {
    const selected = this.#list.selection.count;
    this.#tools.tellCopy(selected > 1 ? `Copy ${formatCount(selected)}` : "Copy All");
  }

  #keepSoon(): void {
    if (this.#wantedTop !== undefined) return;
    this.#keeping ??= setTimeout(() => {
      this.#keeping = undefined;
      const top = this.#list.topNumber;
      const sequence = top === undefined ? undefined : this.#store.at(top)?.[0];
      this.#parts.keep({ last: this.last, follow: this.#list.isFollowing, top: sequence ?? 0 });
    }, restMs);
  }
}
