import { applyCasing } from "./conventions/casing.ts";
import type { Conventions } from "./conventions/conventions.ts";
import type { Style } from "./conventions/style.ts";
import { wrapList } from "./envelopes.ts";
import { type Fields, formatJson, mergeFields, nestValue } from "./json.ts";
import { cutPage } from "./paging.ts";
import { createWireItem } from "./wireItem.ts";

export interface EventsRequest {
  readonly events: readonly Fields[];
  readonly url: URL;
  readonly accept: string;
  readonly lastEventId: string | undefined;
}

export interface EventsResponse {
  readonly contentType: string | undefined;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The query parameters of events in addition to those of pages. */
export function eventQueryNames({ events }: Conventions, { casing }: Style): readonly string[] {
  return [applyCasing(events.after, casing)];
}

/** Creates the response with a deployment's events after the requested one. */
export function createEventsResponse(conventions: Conventions, style: Style, request: EventsRequest): EventsResponse {
  const { events: kind } = conventions;
  const isStream = kind.form === "sse" || (kind.form === "either" && request.accept.includes("text/event-stream"));
  const after =
    request.url.searchParams.get(applyCasing(kind.after, style.casing)) ?? (isStream ? request.lastEventId : undefined);
  const rest = request.events.filter((event) => isAfter(conventions, event, after));
  const wire = (event: Fields) => wireEvent(conventions, style, event);
  if (isStream) {
    const blocks = rest.map((event) => `${idLine(conventions, event)}data: ${formatJson(wire(event))}\n\n`);
    return { contentType: "text/event-stream", text: `: here\n\n${blocks.join("")}`, headers: {} };
  }
  const ordered = kind.order === "newestFirst" ? rest.toReversed() : rest;
  if (kind.form === "ndjson")
    return {
      contentType: "application/x-ndjson",
      text: ordered.map((event) => `${formatJson(wire(event))}\n`).join(""),
      headers: {},
    };
  // Events without ids and numbers cannot be paged by the last item, and a cursor for later events is not a page cursor.
  const isNameless = kind.known === "time" || kind.known === "cursor";
  const isWhole =
    (style.paging.kind === "last" && isNameless) || (kind.known === "cursor" && style.paging.kind !== "cursor");
  const turned: Style = isWhole ? { ...style, paging: { kind: "none" } } : style;
  const page = cutPage(turned, {
    items: ordered,
    keyOf: (event) => String(event.sequence),
    idOf: (event) => (kind.known === "id" ? eventId(event) : String(event.sequence)),
    query: request.url.searchParams,
    url: request.url,
    repeats: false,
    isOpenEnded: false,
    largest: 10,
  });
  const facts =
    kind.known === "cursor"
      ? mergeFields(page.facts, nestValue([applyCasing("cursor", style.casing)], cursorOf(request.events)))
      : page.facts;
  const list = wrapList(style, "event", page.items.map(wire), style.paging.kind === "cursor" ? page.facts : facts);
  return { contentType: conventions.contentType, text: formatJson(list), headers: page.headers };
}

function wireEvent(conventions: Conventions, style: Style, event: Fields): Fields {
  const { known } = conventions.events;
  const { sequence, ...rest } = event;
  const { wire } = createWireItem(
    conventions,
    style,
    "event",
    known === "sequence" || known === "offset" ? event : rest,
  );
  return known === "id" ? { id: eventId(event), ...wire } : wire;
}

const eventId = (event: Fields) => `ev-${String(Number(event.sequence) * 13).padStart(6, "0")}`;

const cursorOf = (events: readonly Fields[]) => Buffer.from(`c${events.length}`).toString("base64url");

function idLine({ events }: Conventions, event: Fields): string {
  if (events.known === "time") return "";
  return `id: ${events.known === "id" ? eventId(event) : String(event.sequence)}\n`;
}

function isAfter({ events }: Conventions, event: Fields, after: string | undefined): boolean {
  if (after === undefined || after === "" || after === "0") return true;
  const sequence = Number(event.sequence);
  if (events.known === "id") return /^ev-\d+$/.test(after) ? sequence * 13 > Number(after.slice(3)) : true;
  if (events.known === "time") return Date.parse(String(event.at)) > (Date.parse(after) || 0);
  if (events.known === "cursor") return sequence > (Number(Buffer.from(after, "base64url").toString().slice(1)) || 0);
  return sequence > (Number(after) || 0);
}
