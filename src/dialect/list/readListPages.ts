import * as l10n from "@vscode/l10n";
import { isHtmlBody } from "../../client/createServiceError.ts";
import type { OperationProfile } from "../../contract/dialectProfile.ts";
import { isNewestFirst } from "../../contract/isNewestFirst.ts";
import { unprovenEnd } from "../../contract/operation.ts";
import { operationTable } from "../../contract/operations.ts";
import type { FieldPath } from "../../text/fieldPath.ts";
import type { UnknownRecord } from "../../text/record.ts";
import { listInputFields, wireNameOf } from "../change/inputFields.ts";
import type { DialectCall, DialectResponse } from "../dialectCall.ts";
import { findLogText } from "../events/logText.ts";
import { contentOf, keyOf } from "../read/itemKey.ts";
import { type ReadList, readList } from "../read/readResponse.ts";
import { sendCorrected } from "../refusal/correctRequest.ts";
import { isMissingOperation } from "../refusal/lacks.ts";
import { selectedId } from "../select/selectors.ts";
import { sendSelected } from "../select/sendSelected.ts";
import {
  createHiddenPageError,
  createNotOfferedError,
  createOtherOriginError,
  createUnreadableError,
} from "../send/dialectError.ts";
import { nextUrl } from "../send/send.ts";
import { conventionsOf, learn, profileOf, sendRequest } from "../session.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
import { filterItems, listPickedFields } from "./filterItems.ts";
import { findNextLogPart, findNextPage, type NextPage } from "./nextPage.ts";
import { formatPageCursor, type PageCursor, parsePageCursor } from "./pageCursor.ts";
import { findSizeParam, listPagingFields, saysMore } from "./pagingFields.ts";

/** A page of the editor: as many pages of the service as it takes. */
export interface ListPage {
  readonly items: readonly UnknownRecord[];
  readonly nextCursor: string | null;
}

/** So many pages of the service are read for one page of the editor. */
const mostPages = 10;
const defaultLimit = 50;

/**
 * Reads a list from a cursor on, until there are as many items as asked for. A list that the contract orders by time and the service
 * does not is read to its end, because its newest item can be the last.
 */
export async function readListPages(call: DialectCall): Promise<ListPage> {
  const { limit = defaultLimit, cursor } = call.input;
  if (cursor === unprovenEnd) return { items: [], nextCursor: null };
  const items: UnknownRecord[] = [];
  const ids = new Set<string>();
  let next = typeof cursor === "string" ? (parsePageCursor(cursor) ?? {}) : {};
  for (let count = 0; ; count += 1) {
    const page = await readListPage(call, next);
    for (const item of filterItems(call, page.items)) {
      const id = keyOf(item);
      if (ids.has(id)) continue;
      ids.add(id);
      items.push(item);
    }
    const isOrdered = !isNewestFirstInContract(call) || isNewestFirst(items);
    if (!page.next) {
      const nextCursor = page.isEndProven ? null : unprovenEnd;
      return { items: isOrdered ? items : sortNewestFirst(items), nextCursor };
    }
    next = page.next;
    const isFull = items.length >= Number(limit) && (isOrdered || cursor !== undefined);
    if (isFull || next.isHidden || count + 1 >= mostPages) return { items, nextCursor: formatPageCursor(next) };
  }
}

function isNewestFirstInContract({ name }: DialectCall): boolean {
  const { resource } = findOperationFacts(name);
  return resource === "deployment" || resource === "testRun";
}

function sortNewestFirst(items: readonly UnknownRecord[]): readonly UnknownRecord[] {
  const isTimed = items.every(({ createdAt }) => typeof createdAt === "string");
  return isTimed ? items.toSorted((a, b) => Date.parse(String(b.createdAt)) - Date.parse(String(a.createdAt))) : items;
}

export interface ServicePage extends ReadList {
  /** Where the list goes on; undefined at its end. */
  readonly next: PageCursor | undefined;
  /** The response says that the list ends, or is too short for a page. */
  readonly isEndProven: boolean;
  /** The text of a log that is no list. */
  readonly text?: string | undefined;
}

/** Reads one page of the service. */
export async function readListPage(call: DialectCall, cursor: PageCursor): Promise<ServicePage> {
  const response = await requestPage(call, cursor);
  if (cursor.range !== undefined && response.status === 416)
    return { items: [], wireItems: [], ids: [], place: [], next: undefined, isEndProven: true };
  if (response.refusal)
    throw isMissingOperation(call, response) ? createNotOfferedError(call, response.refusal) : response.refusal;
  const text = readText(call, response);
  const list = text === undefined ? readList(call, response) : { items: [], wireItems: [], ids: [], place: [] };
  if (!list) throw createUnreadableError(call, response, l10n.t("the answer holds no list that Fairlead recognises"));
  const { wireItems, items } = list;
  const first = wireItems[0] && contentOf(wireItems[0]);
  // A service that ignores the parameters would go on for ever.
  if (cursor.first !== undefined && first === cursor.first) {
    const isHidden = saysMore(listPagingFields(response.json, list.place)) === true;
    call.notes.add(
      isHidden
        ? l10n.t("The next page is the same again: the rest cannot be read.")
        : l10n.t("The next page is the same again: the list ends here."),
    );
    const isEndProven = cursor.range === undefined;
    return { ...list, items: [], wireItems: [], next: isHidden ? { isHidden } : undefined, isEndProven };
  }
  const query = cursor.query ?? sizeQuery(call, profileOf(call));
  const lastId = items.at(-1)?.id;
  const inText = text === undefined ? undefined : findNextLogPart(response.json);
  const found =
    inText ??
    findNextPage(
      {
        json: response.json,
        place: list.place,
        headers: response.headers,
        itemCount: text?.length ?? wireItems.length,
        lastId: typeof lastId === "string" ? lastId : undefined,
        query,
      },
      profileOf(call).paging,
      conventionsOf(call.session),
    );
  learnPageSize(call, response, list.place);
  const isEndProven = found === "last" || cursor.first !== undefined || isShort(call, query, wireItems.length);
  return { ...list, text, next: toCursor(found, query, first), isEndProven };
}

/** No service has pages of so few items. */
const shortestPage = 10;

/** Fewer items than the request asks for by a parameter that the service is known to have, or than any page has. */
function isShort(call: DialectCall, query: Readonly<Record<string, string>>, count: number): boolean {
  const param = profileOf(call).pageSize ?? conventionsOf(call.session).preset.pageSize?.param;
  const size = param === undefined ? undefined : query[param];
  return count < shortestPage || (size !== undefined && count < Number(size));
}

/** A log that is one text, as JSON or plain. */
function readText({ name }: DialectCall, { json, text }: DialectResponse): string | undefined {
  if (name !== "deployment.events") return undefined;
  return findLogText(json === undefined && !isHtmlBody(text) ? text : json);
}

function toCursor(next: NextPage, query: PageCursor["query"], first: string | undefined): PageCursor | undefined {
  if (next === undefined || next === "last") return undefined;
  if (next === "hidden") return { isHidden: true };
  const start = first === undefined ? {} : { first };
  if ("range" in next) return { range: next.range, ...start };
  return "url" in next ? { url: next.url, ...start } : { query: { ...query, ...next.query }, ...start };
}

async function requestPage(call: DialectCall, cursor: PageCursor): Promise<DialectResponse> {
  if (cursor.isHidden) throw createHiddenPageError(call);
  if (cursor.url !== undefined) {
    const { base } = call.session.context;
    const url = nextUrl(base, operationTable[call.name], cursor.url);
    if (url?.origin !== base.origin) throw createOtherOriginError(call, cursor.url);
    return sendRequest(call, { url });
  }
  const headers = cursor.range === undefined ? {} : { headers: { range: cursor.range } };
  const build = (lines: OperationProfile) => ({
    query: { ...listFilters(call, lines), ...(cursor.query ?? sizeQuery(call, lines)) },
    ...headers,
  });
  const { owner, isFilter } = findOperationFacts(call.name);
  const id = owner === undefined || isFilter ? undefined : selectedId(call);
  if (id === undefined) return sendCorrected(call, build);
  const { response, isAboutItem } = await sendSelected(call, id, build);
  if (response.refusal || isAboutItem) return response;
  throw createUnreadableError(call, response, l10n.t("the answer holds no list that proves to be that of the item"));
}

/** The filters that the service knows. */
function listFilters(call: DialectCall, lines: OperationProfile): Record<string, string> {
  const filters = listInputFields(call).flatMap(({ name, value }): [string, string][] =>
    lines.params?.[name] === null ? [] : [[wireNameOf(call, lines, name), String(value)]],
  );
  return Object.fromEntries(filters);
}

/** The size of the pages. All pages of a list have that of the first, or numbered ones would overlap. */
function sizeQuery(call: DialectCall, lines: OperationProfile): Record<string, string> {
  const { pageSize } = conventionsOf(call.session).preset;
  const param = lines.pageSize ?? pageSize?.param;
  const most = lines.maxPageSize ?? Math.min(pageSize?.max ?? 100, 100);
  // The items of one project, or one item, are picked here from pages of any.
  const isPicked = listPickedFields(call).length > 0;
  const limit = isPicked ? most : Math.min(Number(call.input.limit ?? defaultLimit), most);
  return param === undefined || lines.params?.limit === null ? {} : { [param]: String(limit) };
}

/** A response that repeats the size of its page shows the parameter's name. */
function learnPageSize(call: DialectCall, { json }: DialectResponse, place: FieldPath): void {
  const lines = profileOf(call);
  if (lines.pageSize !== undefined || lines.params?.limit === null) return;
  if (conventionsOf(call.session).preset.pageSize) return;
  const param = findSizeParam(json, place);
  if (param !== undefined) learn(call, { pageSize: param });
}
