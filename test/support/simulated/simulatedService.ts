import { createServer, type IncomingMessage } from "node:http";
import { text as readText } from "node:stream/consumers";
import { operationNames } from "../../../src/contract/operationNames.ts";
import { type OperationName, operationTable } from "../../../src/contract/operations.ts";
import { isRecord, type UnknownRecord } from "../../../src/text/record.ts";
import { listenOnLoopback } from "../network/listenOnLoopback.ts";
import { type Dialect, dialects, type WireResponse } from "./dialects.ts";
import { createTranslator, type Translator, toRecord, UnknownIdError } from "./translator.ts";
import { type Truth, TruthError } from "./truth/truth.ts";

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
}

/** A change that took effect in the truth. */
export interface RecordedChange {
  readonly operation: OperationName;
  /** The truth's id of the changed or created item. */
  readonly itemId: string;
  /** The input in the contract's terms. */
  readonly input: UnknownRecord;
}

export interface SimulatedService {
  readonly url: string;
  readonly key: string;
  requests(): readonly RecordedRequest[];
  effects(): readonly RecordedChange[];
  /** Requests with the key in their URL. */
  keyLeaks(): readonly RecordedRequest[];
  /** The service's id for an id of the truth. */
  idOf(truthId: string): string;
  close(): Promise<void>;
}

class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly about: string | undefined;

  constructor(status: number, message: string, about?: string) {
    super(message);
    this.status = status;
    this.about = about;
  }
}

/** A complete service that returns the truth's data in one of the dialects; a seed chooses it. */
export async function startSimulatedService({
  seed,
  truth,
}: {
  readonly seed: number;
  readonly truth: Truth;
}): Promise<SimulatedService> {
  const dialect = dialects[seed % dialects.length] ?? dialects[0];
  const key = `sk-sim-${seed}-0a1B2c3D4e5F`;
  const requests: RecordedRequest[] = [];
  const effects: RecordedChange[] = [];
  const translator = createTranslator(dialect);
  const server = createServer(async (request, response) => {
    requests.push({ method: request.method ?? "", url: request.url ?? "" });
    const {
      status = 200,
      headers,
      body,
    } = await respond({ dialect, truth, key, translator, effects, count: requests.length }, request);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  const { url, close } = await listenOnLoopback(server);
  return {
    url,
    key,
    requests: () => requests,
    effects: () => effects,
    keyLeaks: () => requests.filter(({ url }) => url.includes(key)),
    idOf: (truthId) => String(translator.id(truthId)),
    close,
  };
}

interface Service {
  readonly dialect: Dialect;
  readonly truth: Truth;
  readonly key: string;
  readonly translator: Translator;
  readonly effects: RecordedChange[];
  /** The number of requests, with this one. */
  readonly count: number;
}

async function respond(service: Service, request: IncomingMessage): Promise<WireResponse> {
  const { dialect, count, translator } = service;
  try {
    if (dialect.isBusy && count % 4 === 0)
      return { ...dialect.toRefusal(toWire(new Refusal(429, "Too many requests."))), headers: { "retry-after": "1" } };
    return await respondToOperation(service, request);
  } catch (error) {
    if (error instanceof Refusal) return dialect.toRefusal(toWire(error));
    if (error instanceof UnknownIdError) return dialect.toRefusal(toWire(new Refusal(404, error.message)));
    if (!(error instanceof TruthError)) throw error;
    const { detail = "It is not possible.", errors } = toRecord(error.answer.body);
    const [first] = Array.isArray(errors) ? errors : [];
    const about = isRecord(first) ? translator.name(String(first.path)) : undefined;
    const message = about === undefined ? String(detail) : `The field '${about}' is required or wrong.`;
    return dialect.toRefusal({ status: error.answer.status, message, about });
  }
}

const toWire = ({ status, message, about }: Refusal) => ({ status, message, about });

async function respondToOperation(service: Service, request: IncomingMessage): Promise<WireResponse> {
  const { dialect, truth, translator, effects } = service;
  const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
  const name = operationNames.find(
    (one) => operationTable[one].path === url.pathname && operationTable[one].method === request.method,
  );
  if (name === undefined || dialect.missing.includes(name) || name === "runtime.oauthToken")
    throw new Refusal(404, `There is nothing at ${url.pathname}.`);
  checkCredential(service, request);
  const { method, body, query } = operationTable[name];
  const input = {
    ...(body !== null && toRecord(translator.inward(await readBody(request)))),
    ...readQuery(service, name, url.searchParams),
  };
  if (method === "GET" && ["cursor", "after"].some((field) => field in query.shape))
    return respondWithPage(service, name, input, url);
  const answer = await truth.ask(name, input);
  if (answer.status >= 300) throw new TruthError(answer);
  const item = toRecord(answer.body);
  if (method !== "GET" && name !== "runtime.token") {
    const { id, ...fields } = input;
    effects.push({ operation: name, itemId: String(id ?? item.id ?? ""), input: fields });
    // The key of a new API key is only in this response.
    if (answer.body === null || answer.body === undefined || (dialect.isSilent && name !== "apiKeys.create"))
      return { status: 204, body: undefined };
  }
  return { status: answer.status, body: dialect.toItem(toRecord(translator.outward(item))) };
}

function checkCredential({ dialect: { credential }, key }: Service, { headers }: IncomingMessage): void {
  const wanted = credential.scheme === undefined ? key : `${credential.scheme} ${key}`;
  if (headers[credential.header.toLowerCase()] === wanted) return;
  throw new Refusal(401, `Authentication needed: send the header ${credential.header}.`);
}

/** The parameters that the operation knows, in the contract's terms. */
function readQuery(
  { dialect, translator }: Service,
  name: OperationName,
  given: URLSearchParams,
): Readonly<Record<string, unknown>> {
  const { query, owner } = operationTable[name] as { query: { shape: object }; owner?: string };
  const input: Record<string, unknown> = {};
  const isItem = owner !== undefined && owner !== "organization";
  for (const field of Object.keys(query.shape)) {
    const wire = translator.name(isItem && field === "id" ? dialect.selector(owner) : field);
    const value = given.get(wire);
    if (value === null) {
      if (isItem && field === "id") throw new Refusal(400, `Missing required query parameter '${wire}'`, wire);
    } else if (field === "id") {
      input.id = translator.truthId(value);
      if (input.id === undefined) throw new Refusal(404, `There is no such ${owner ?? "item"}.`);
    } else if (field !== "limit" && field !== "cursor") Object.assign(input, translator.inward({ [wire]: value }));
  }
  return input;
}

async function respondWithPage(
  { dialect, truth, translator }: Service,
  name: OperationName,
  input: UnknownRecord,
  url: URL,
): Promise<WireResponse> {
  const all = (await truth.all(name, input)).map((item) => toRecord(translator.outward(item)));
  const { param, sizeParam, read } = dialect.page;
  const size = Math.min(Number(url.searchParams.get(sizeParam) ?? 20) || 20, 100);
  const given = url.searchParams.get(param);
  const ids = all.map((item) => String(item.id ?? item[translator.name("version")]));
  const start = given === null ? 0 : read(given, ids, size) || 0;
  const end = start + size;
  const plural = translator.name(`${operationTable[name].kind}s`);
  const page = { start, size, url, plural, total: all.length, next: end < all.length ? end : undefined };
  return dialect.toList({ ...page, items: all.slice(start, end) });
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request);
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    throw new Refusal(400, "The body is no JSON.");
  }
}
