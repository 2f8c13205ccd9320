import type { RawResponse } from "../client/client.ts";
import { AbortedError } from "../client/errors.ts";
import { redactSecretTexts } from "../client/redaction.ts";
import { operationTable } from "../contract/operations.ts";
import { readJson } from "../text/readJson.ts";
import { asking, request } from "./asking.ts";
import { bodyIn, plainForm } from "./change/bodies.ts";
import type { Asking, Got } from "./dialect.ts";
import { subjectOf } from "./language/subjects.ts";
import { selectorIn, sentLimit } from "./list/filters.ts";
import { readAnyPage } from "./list/lists.ts";
import { readOne } from "./select/oneOf.ts";
import { provenSelector, selectionOf } from "./select/proveSelector.ts";
import { selectorsFor } from "./select/selectors.ts";

/** The answer as it came, for whoever maps it by hand: understood or not. */
export async function rawOf(of: Asking): Promise<unknown> {
  const got = await sendPlain(of);
  if (got.refusal) throw got.refusal;
  return got.json;
}

export async function exchangeAs(of: Asking): Promise<RawResponse> {
  const { context } = of.dialect;
  const started = context.clock.now();
  const got = await sendPlain(of);
  const durationMs = context.clock.now() - started;
  const secrets = [await context.key(), of.input.client_secret].filter((one) => typeof one === "string" && one !== "");
  const clean = redactSecretTexts(got.text, secrets.map(String));
  const body = got.text === "" ? got.json : clean === got.text ? (got.json ?? got.text) : parsedOr(clean);
  return { status: got.status, requestId: got.circumstances.requestId, durationMs, body };
}

function parsedOr(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return text;
  }
}

/** One request, said as the service is known to want it. */
async function sendPlain(of: Asking): Promise<Got> {
  const selector = selectorIn(of);
  const isRead = operationTable[of.name].method === "GET";
  const query = isRead ? queryOf(of) : {};
  if (!selector) return request(of, { query, ...(!isRead && { body: bodyIn(of, plainForm) }) });
  if (!isRead) return request(of, { select: await provenSelector(of, selector.id), body: bodyIn(of, plainForm) });
  if (of.dialect.knowledge.of(of.name).select === undefined) await learn(of);
  const by =
    of.dialect.knowledge.of(of.name).select ??
    selectorsFor(of.dialect.knowledge.profile(), of.name, new Map(), undefined)[0];
  return request(of, { query, ...(by && { select: await selectionOf(of, selector.owner, selector.id, by) }) });
}

/** A first reading finds out how one is selected; whatever comes of it, the answer is shown. */
async function learn(of: Asking): Promise<void> {
  const reading = asking(of, of.name, of.input);
  await (subjectOf(of.name)?.kind === "list" ? readAnyPage(reading) : readOne(reading)).catch((error: unknown) => {
    if (error instanceof AbortedError) throw error;
  });
}

function queryOf(of: Asking): Record<string, string> {
  const { id, limit, cursor, after, ...rest } = of.input;
  const { params } = of.dialect.knowledge.of(of.name);
  const filter = selectorIn(of) || id === undefined ? rest : { ...rest, id };
  const sent = Object.entries(filter).flatMap(([field, value]): [string, string][] => {
    const name = params?.[field];
    return value === undefined || name === null ? [] : [[name ?? field, String(value)]];
  });
  return { ...sentLimit(of), ...Object.fromEntries(sent) };
}
