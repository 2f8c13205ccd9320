import * as l10n from "@vscode/l10n";
import type { OperationProfile } from "../../contract/dialectProfile.ts";
import { operationTable } from "../../contract/operations.ts";
import { listQuery } from "../change/inputFields.ts";
import type { DialectCall, DialectResponse } from "../dialectCall.ts";
import { findLogText, readLogText } from "../events/logText.ts";
import { contentOf } from "../read/itemIdentity.ts";
import { type ReadList, readItems, readList } from "../read/readResponse.ts";
import { isMissingOperation } from "../refusal/readErrorBody.ts";
import { selectedId } from "../select/selectors.ts";
import { selectionOf, sendRead } from "../select/sendRead.ts";
import {
  createNotOfferedError,
  createOtherOriginError,
  createUnclearError,
  createUnreadableError,
} from "../send/dialectError.ts";
import { nextUrl } from "../send/send.ts";
import { conventionsOf, learn, profileOf, sendRequest, sizeParamOf } from "../session.ts";
import { plainName } from "../vocabulary/plainNames.ts";
import { numberOf } from "../vocabulary/values.ts";
import { listPickedFields } from "./filterItems.ts";
import { findNextLogPart, findNextPage, type NextPage, type SeenPage } from "./nextPage.ts";
import type { PageCursor } from "./pageCursor.ts";
import { listPagingFields, pagingNames, saysMore } from "./pagingFields.ts";

/** So many pages of the service are read for one page of the editor, or to find an item. */
export const mostPages = 10;
export const defaultLimit = 50;

export interface ServicePage extends ReadList {
  /** Where the list goes on; undefined at its end. */
  readonly next: PageCursor | undefined;
  /** The response says that the list ends, or is too short for a page. */
  readonly isEndProven: boolean;
}

/** The pages of the service from the first one on, within the budget. The last has `next` where the list goes on. */
export async function* readPages(call: DialectCall): AsyncGenerator<ServicePage, void, undefined> {
  let cursor: PageCursor | undefined = {};
  for (let count = 0; cursor && count < mostPages; count += 1) {
    const page: ServicePage = await readListPage(call, cursor);
    yield page;
    cursor = page.next;
  }
}

/** Reads one page of the service. */
export async function readListPage(call: DialectCall, cursor: PageCursor): Promise<ServicePage> {
  const { response, query } = await requestPage(call, cursor);
  if (cursor.range !== undefined && response.status === 416)
    return { items: [], wireItems: [], ids: [], place: [], next: undefined, isEndProven: true };
  if (response.refusal)
    throw isMissingOperation(call, response) ? createNotOfferedError(call, response.refusal) : response.refusal;
  if (call.name === "deployment.events") {
    const text = findLogText(response);
    if (text !== undefined) return readLogPart(call, cursor, { response, query }, text);
  }
  const list = readList(call, response);
  if (!list) {
    if (response.text.length <= longestUnread) call.session.store.saveUnread?.(call.name, response.json);
    throw createUnreadableError(call, response, l10n.t("the answer holds no list that Fairlead recognises"));
  }
  const { wireItems, items } = list;
  const first = wireItems[0] && contentOf(wireItems[0]);
  // A service that ignores the parameters would go on for ever.
  if (cursor.first !== undefined && first === cursor.first) {
    const isHidden = saysMore(listPagingFields(response.json, list.place)) === true;
    // A mark for the next page that has never led to one.
    const isOpen = isHidden || cursor.rule !== undefined;
    const isEndProven = !isOpen && cursor.range === undefined;
    return { ...list, items: [], wireItems: [], next: isHidden ? { isHidden } : undefined, isEndProven };
  }
  const size = sizeOf(call, query);
  const lastId = items.at(-1)?.id;
  if (cursor.rule && wireItems.length > 0) learn(call, { paging: cursor.rule });
  const page: SeenPage = {
    json: response.json,
    place: list.place,
    headers: response.headers,
    itemCount: wireItems.length,
    size,
    lastId: typeof lastId === "string" ? lastId : undefined,
    query,
  };
  const found = findNextPage(page, profileOf(call).paging, conventionsOf(call.session).preset);
  const empty = wireItems.length > 0 ? 0 : (cursor.empty ?? 0) + 1;
  if (empty >= mostEmpty) return { ...list, next: undefined, isEndProven: false };
  // Fewer items than the request asks for, or than any page has.
  const isShort = wireItems.length < (size ?? shortestPage);
  const isEndProven = found === "last" || cursor.first !== undefined || isShort;
  const following = toCursor(found, query, first);
  return { ...list, next: following && { ...following, ...(empty > 0 && { empty }) }, isEndProven };
}

/** The characters of an answer about which there is a question. */
const longestUnread = 1_000_000;

/** A service that names a next page after so many without items would do so for ever. */
const mostEmpty = 3;

/** No service has pages of so few items. */
const shortestPage = 10;

/** The number of items that a request asks for by a parameter that the service is known to have. */
function sizeOf(call: DialectCall, query: Readonly<Record<string, string>>): number | undefined {
  const param = sizeParamOf(call, profileOf(call));
  return param === undefined ? undefined : numberOf(query[param]);
}

/** Reads a part of a log that is one text, which may end inside a line. */
function readLogPart(
  call: DialectCall,
  cursor: PageCursor,
  { response, query }: PageResponse,
  text: string,
): ServicePage {
  const { json, headers } = response;
  const part = { json, headers, query, place: [], itemCount: text.length, lastId: undefined };
  const { paging } = profileOf(call);
  const found = findNextLogPart(json) ?? findNextPage(part, paging, conventionsOf(call.session).preset);
  const next = toCursor(found, query, undefined);
  const lines = `${cursor.openLine ?? ""}${text}`;
  // Its end is in the next part, or not written yet.
  const openLine = next ? lines.slice(lines.lastIndexOf("\n") + 1) : "";
  const events = readLogText(lines.slice(0, lines.length - openLine.length));
  const page = { ...readItems(call, events, json), place: [], isEndProven: found === "last" };
  return { ...page, next: next && { ...next, ...(openLine !== "" && { openLine }) } };
}

function toCursor(next: NextPage, query: PageCursor["query"], first: string | undefined): PageCursor | undefined {
  if (typeof next !== "object" || next.isHidden) return next === "last" ? undefined : next;
  return { ...next, ...(next.query && { query: { ...query, ...next.query } }), ...(first !== undefined && { first }) };
}

interface PageResponse {
  readonly response: DialectResponse;
  /** The parameters that say which page, as they were sent last. */
  readonly query: Readonly<Record<string, string>>;
}

async function requestPage(call: DialectCall, cursor: PageCursor): Promise<PageResponse> {
  if (cursor.isHidden)
    throw createUnclearError(call, l10n.t("the service says that there is more, and not how to ask for it"));
  // What other calls learn meanwhile is not what was sent.
  let query = pageQuery(call, profileOf(call), cursor);
  if (cursor.url !== undefined) {
    const { base } = call.session.context;
    const [by, id] = [profileOf(call).select, selectedId(call)];
    const select = id !== undefined && by ? await selectionOf(call, by, id) : undefined;
    const url = nextUrl(base, operationTable[call.name], cursor.url, select);
    if (url?.origin !== base.origin) throw createOtherOriginError(call, cursor.url);
    return { response: await sendRequest(call, { url, select }), query };
  }
  const headers = cursor.range === undefined ? {} : { headers: { range: cursor.range } };
  const build = (lines: OperationProfile) => {
    query = pageQuery(call, lines, cursor);
    return { query: { ...listQuery(call, lines), ...query }, ...headers };
  };
  const { response, isAboutItem } = await sendRead(call, build);
  if (response.refusal || isAboutItem) return { response, query };
  throw createUnreadableError(call, response, l10n.t("the answer holds no list that proves to be that of the item"));
}

const isPageNumber = (name: string) => pagingNames.page.test(plainName(name));

/** Numbered pages all have the size of the first, or they would overlap. */
function pageQuery(call: DialectCall, lines: OperationProfile, { query = {} }: PageCursor): Record<string, string> {
  return Object.keys(query).some(isPageNumber) ? { ...query } : { ...query, ...sizeQuery(call, lines) };
}

function sizeQuery(call: DialectCall, lines: OperationProfile): Record<string, string> {
  const param = sizeParamOf(call, lines);
  return param === undefined ? {} : { [param]: String(wantedSize(call, lines)) };
}

function wantedSize(call: DialectCall, lines: OperationProfile): number {
  const { pageSize } = conventionsOf(call.session).preset;
  const most = lines.maxPageSize ?? Math.min(pageSize?.max ?? 100, 100);
  // The items of one project, or one item, are picked here from pages of any; the newest is at the end.
  const isPicked = listPickedFields(call).length > 0 || lines.order === "oldestFirst";
  return isPicked ? most : Math.min(Number(call.input.limit ?? defaultLimit), most);
}
