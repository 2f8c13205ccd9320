import { operationNames } from "../../../src/contract/operationNames.ts";
import { type OperationName, operationTable } from "../../../src/contract/operations.ts";
import { createChangeResponse } from "./changeResponse.ts";
import { applyCasing } from "./conventions/casing.ts";
import type { Conventions } from "./conventions/conventions.ts";
import type { Style } from "./conventions/style.ts";
import { wrapItem, wrapList } from "./envelopes.ts";
import { SimulatedError } from "./errorResponse.ts";
import { createEventsResponse, eventQueryNames } from "./eventsResponse.ts";
import { readInput } from "./inputs.ts";
import { type Fields, formatJson, isFields } from "./json.ts";
import { filterItems, growList, multiplyItems, wireFilterNames } from "./listItems.ts";
import { createServiceDocument } from "./openapi.ts";
import { cutPage, pageQueryNames } from "./paging.ts";
import { operationSubjects } from "./resources.ts";
import { findSelector, readSelectedId } from "./selector.ts";
import { findOperation, type SimulatedRequest } from "./simulatedRequest.ts";
import type { RecordedChange } from "./simulatedService.ts";
import { type Truth, TruthError, type TruthResponse } from "./truth/truth.ts";
import { createWireItem } from "./wireItem.ts";
import { createWireToken } from "./wireToken.ts";

export interface SimulatedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string | undefined;
}

export interface SimulatedServiceState {
  readonly conventions: Conventions;
  readonly truth: Truth;
  readonly key: string;
  readonly effects: RecordedChange[];
  readonly strayOrigin: string | undefined;
  readonly state: {
    requests: number;
    turns: number;
    readonly cached: Map<string, readonly Fields[]>;
    readonly presented: WeakMap<Fields, Fields>;
    isChanged: boolean;
    many?: readonly Fields[];
  };
}

/** Responds to a request as the service does. Throws a `SimulatedError` for a rejected request. */
export async function respond(service: SimulatedServiceState, request: SimulatedRequest): Promise<SimulatedResponse> {
  const { conventions, state } = service;
  state.requests += 1;
  const operation = findOperation(request);
  if (request.method === "GET" && request.url.pathname === conventions.openapiPath)
    return createJsonResponse(conventions, 200, createServiceDocument(conventions));
  if (!operation) throw new SimulatedError(404, "no_such_path", `There is nothing at ${request.url.pathname}.`);
  checkAccess(service, request, operation);
  if (conventions.missing.has(operation))
    throw new SimulatedError(missingStatus(conventions, operation), "no_such_path", "This is not offered.");
  // At most two rejections in a row, so that a client that waits for Retry-After succeeds.
  if (conventions.mean.has("storm") && state.requests % 4 < 2)
    throw new SimulatedError(429, "slow_down", "Too many requests.", undefined, { "retry-after": "1" });
  checkQuery(conventions, request, operation);
  try {
    return await respondToOperation(service, request, operation);
  } catch (error) {
    if (error instanceof TruthError) throw toSimulatedError(error.answer);
    throw error;
  }
}

function checkAccess(
  { conventions, key }: SimulatedServiceState,
  { headers }: SimulatedRequest,
  operation: OperationName,
): void {
  const { credential, tenantHeader, ids } = conventions;
  if (operationTable[operation].scope === null) return;
  const credentials = headers[credential.header.toLowerCase()];
  const wanted = credential.scheme === undefined ? key : `${credential.scheme} ${key}`;
  if (credentials !== wanted) {
    const challenge = credential.scheme === undefined ? {} : { "www-authenticate": credential.scheme };
    const message = `Authentication needed: send the header ${credential.header}.`;
    throw new SimulatedError(conventions.wrongKeyStatus, "unauthorized", message, undefined, challenge);
  }
  if (tenantHeader === undefined || ["me.get", "organizations.list"].includes(operation)) return;
  const tenant = headers[tenantHeader.toLowerCase()];
  if (typeof tenant !== "string")
    throw new SimulatedError(400, "missing_header", `Missing required header '${tenantHeader}'`, tenantHeader);
  if (
    ids.truth(Buffer.from(tenant, "latin1").toString("utf8")) === undefined &&
    ids.truth(decodeURIComponent(tenant)) === undefined
  )
    throw new SimulatedError(403, "forbidden", "This is not an organization of yours.");
}

function checkQuery(conventions: Conventions, { url }: SimulatedRequest, operation: OperationName): void {
  if (conventions.unknownQuery === "ignored") return;
  const style = conventions.style(operation);
  const selector = findSelector(conventions, style, operation);
  const isList = operationSubjects[operation].kind === "list";
  const known = new Set([
    ...(isList ? pageQueryNames(style) : []),
    ...(isList ? wireFilterNames(conventions, style, operation).keys() : []),
    ...(selector?.in === "query" ? [selector.name] : []),
    ...(operation === "deployment.events" ? eventQueryNames(conventions, style) : []),
  ]);
  for (const name of url.searchParams.keys()) {
    if (known.has(name)) continue;
    if (!conventions.isNaming)
      throw new SimulatedError(conventions.refusalStatus, "bad_request", "The request is not valid.");
    throw new SimulatedError(conventions.refusalStatus, "unknown_parameter", `Unknown parameter '${name}'`, name);
  }
}

async function respondToOperation(
  service: SimulatedServiceState,
  request: SimulatedRequest,
  operation: OperationName,
): Promise<SimulatedResponse> {
  const { conventions, truth } = service;
  const style = conventions.style(operation);
  const { kind, resource, owner } = operationSubjects[operation];
  const isRead = operationTable[operation].method === "GET";
  const id = owner === undefined ? undefined : await readSelectedId(conventions, style, truth, request);
  if (operation === "runtime.token") return answerToken(service, request, style);
  if (operation === "runtime.oauthToken")
    throw new SimulatedError(400, "invalid_request", "Only keys of this service's own get tokens here.");
  if (!isRead) return change(service, request, { operation, style, id });
  if (kind === "list") return answerList(service, request, { operation, style, id });
  const version = request.url.searchParams.get("version");
  const { status, body } = await truth.ask(operation, {
    ...(id !== undefined && { id }),
    ...(operation === "registry.artifact" && version !== null && { version }),
  });
  if (status !== 200 || !isFields(body)) throw toSimulatedError({ status, body });
  return createJsonResponse(
    conventions,
    200,
    wrapItem(style, resource, createWireItem(conventions, style, resource, body).wire),
  );
}

/** If the path supports other methods, this method is not allowed. */
function missingStatus({ missing, missingStatus: status }: Conventions, operation: OperationName): number {
  const { path } = operationTable[operation];
  const isThere = operationNames.some(
    (name) => name !== operation && operationTable[name].path === path && !missing.has(name),
  );
  return isThere ? 405 : status;
}

interface About {
  readonly operation: OperationName;
  readonly style: Style;
  readonly id: string | undefined;
}

async function answerList(
  service: SimulatedServiceState,
  { url, headers }: SimulatedRequest,
  { operation, style, id }: About,
): Promise<SimulatedResponse> {
  const { conventions, state, strayOrigin } = service;
  const { mean, ids } = conventions;
  if (strayOrigin !== undefined && operation === "skills.list")
    return { status: 302, headers: { location: `${strayOrigin}${url.pathname}${url.search}` }, text: "" };
  const all = await itemsOf(service, operation, id);
  if (operation === "deployment.events") {
    const lastEventId = headers["last-event-id"];
    const response = createEventsResponse(conventions, style, {
      events: all,
      url,
      accept: headers.accept ?? "",
      lastEventId: typeof lastEventId === "string" ? lastEventId : undefined,
    });
    return {
      status: 200,
      headers: {
        ...response.headers,
        ...(response.contentType !== undefined && { "content-type": response.contentType }),
      },
      text: response.text,
    };
  }
  // Every second page that is requested adds an item at the front.
  const isTurning = pageQueryNames(style).some(
    (name) => url.searchParams.has(name) && name !== applyCasing(style.sizeParam ?? "", style.casing),
  );
  if (mean.has("growing") && isTurning) state.turns += 1;
  const now = mean.has("growing") ? growList(operation, all, Math.min(state.turns >> 1, 20)) : all;
  const { resource } = operationSubjects[operation];
  const page = cutPage(style, {
    items: filterItems(conventions, style, operation, now, url.searchParams),
    keyOf: (item) => String(item.id ?? item.version),
    idOf: (item) => (item.id === undefined ? String(item.version) : ids.text(String(item.id))),
    query: url.searchParams,
    url,
    repeats: mean.has("repeatedCursor"),
    isOpenEnded: mean.has("openEnded") && !mean.has("repeatedCursor"),
    largest: now.length > 1000 ? 1000 : 1,
  });
  const items = page.items.map((item) => wireOf(service, style, resource, item));
  const list = mean.has("nullLists") && items.length === 0 && style.list.kind !== "bare" ? null : items;
  if (mean.has("noContent") && items.length === 0 && !isTurning) return { status: 204, headers: {}, text: undefined };
  const facets = conventions.hasFacets && style.list.kind !== "odd" ? { facets: [{ value: "eu", count: 3 }] } : {};
  const reply = createJsonResponse(conventions, 200, wrapList(style, resource, list, { ...facets, ...page.facts }));
  return { ...reply, headers: { ...reply.headers, ...page.headers } };
}

/** Lists are read many times, so each item is created once. */
function wireOf({ conventions, state }: SimulatedServiceState, style: Style, resource: string, item: Fields): Fields {
  const known =
    state.presented.get(item) ?? createWireItem(conventions, style, resource, item, conventions.isBrief).wire;
  state.presented.set(item, known);
  return known;
}

/** The items of the truth, which are cached while nothing changes. */
async function itemsOf(
  { truth, state, conventions }: SimulatedServiceState,
  operation: OperationName,
  id: string | undefined,
): Promise<readonly Fields[]> {
  const key = `${operation} ${id ?? ""}`;
  const known = state.isChanged ? undefined : state.cached.get(key);
  if (known) return known;
  const items = await truth.all(operation, { ...(id !== undefined && { id }) });
  const isHuge = conventions.mean.has("huge") && operation === "servers.list";
  if (isHuge) state.many ??= multiplyItems(items, 50_000);
  const all = isHuge ? [...items, ...(state.many ?? [])] : items;
  state.cached.set(key, all);
  return all;
}

async function change(
  { conventions, truth, effects, state }: SimulatedServiceState,
  { body }: SimulatedRequest,
  { operation, style, id }: About,
): Promise<SimulatedResponse> {
  const selector = findSelector(conventions, style, operation);
  const isBody = selector?.in === "body" ? selector.name : undefined;
  const input = operationTable[operation].body === null ? {} : readInput(conventions, style, operation, body, isBody);
  const done = await truth.ask(operation, { ...input, ...(id !== undefined && { id }) });
  if (done.status >= 300) throw toSimulatedError(done);
  state.isChanged = true;
  effects.push({ operation, itemId: id ?? (isFields(done.body) ? String(done.body.id) : ""), input });
  const { status, json, headers = {} } = createChangeResponse(conventions, style, operation, done.body);
  return json === undefined
    ? { status, headers, text: undefined }
    : { ...createJsonResponse(conventions, status, json), ...(Object.keys(headers).length > 0 && { headers }) };
}

async function answerToken(
  { conventions, truth }: SimulatedServiceState,
  { body }: SimulatedRequest,
  style: Style,
): Promise<SimulatedResponse> {
  const done = await truth.ask("runtime.token", readInput(conventions, style, "runtime.token", body, undefined));
  if (done.status >= 300 || !isFields(done.body)) throw toSimulatedError(done);
  return createJsonResponse(conventions, 200, wrapItem(style, "token", createWireToken(conventions, style, done.body)));
}

function createJsonResponse({ contentType }: Conventions, status: number, json: unknown): SimulatedResponse {
  return {
    status,
    headers: { ...(contentType !== undefined && { "content-type": contentType }) },
    text: formatJson(json),
  };
}

/** The service rejects what the truth rejects. */
function toSimulatedError({ status, body }: TruthResponse): SimulatedError {
  const detail = isFields(body) && typeof body.detail === "string" ? body.detail : "It is not possible.";
  const code = isFields(body) && typeof body.code === "string" ? body.code : "refused";
  return new SimulatedError(status, code, detail);
}
