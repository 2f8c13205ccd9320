import type { Operation } from "../../contract/operation.ts";
import type { OperationName } from "../../contract/operations.ts";
import { operations } from "../../contract/operations.ts";
import type { Profile, Selector } from "../../contract/profile.ts";
import type { CallContext } from "../attempt.ts";
import { settle } from "../call.ts";
import type { CallOptions } from "../callOptions.ts";
import type { ApiError, Circumstances } from "../errors.ts";
import type { WireAnswer } from "../exchange.ts";
import { looksLikeHtml } from "../refusal.ts";
import { parseJson } from "./json.ts";

/** A request as another service wants it. */
export interface Sending {
  readonly operation: OperationName;
  readonly options: CallOptions;
  readonly query: Readonly<Record<string, string>>;
  /** In place of path and query: where a list goes on. Of the service's own origin. */
  readonly url?: URL;
  readonly select?: { readonly by: Selector; readonly value: string } | undefined;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}

/** What came, read as JSON where it is any; `refusal` where it is no success. */
export interface Got {
  readonly status: number;
  readonly headers: WireAnswer["headers"];
  readonly json: unknown;
  readonly text: string;
  readonly circumstances: Circumstances;
  readonly refusal: ApiError | undefined;
}

/** Sends a request in a service's own form. Throws where there is no answer. */
export async function send(context: CallContext, profile: Profile, sending: Sending): Promise<Got> {
  const { operation: name, options } = sending;
  const operation: Operation = operations[name];
  const key = operation.scope === null ? undefined : await context.key();
  const organizationId = options.organizationId ?? context.organizationId();
  const url = sending.url ?? addressOf(context.base, operation, sending);
  const headers: Record<string, string> = { accept: "application/json" };
  if (key !== undefined) Object.assign(headers, credential(profile, key));
  if (organizationId !== undefined)
    headers[profile.tenant?.header.toLowerCase() ?? "fairlead-organization"] = organizationId;
  if (sending.select?.by.in === "header") headers[sending.select.by.name.toLowerCase()] = sending.select.value;
  if (options.ifMatch)
    headers["if-match"] = /^(W\/)?"|^\*$/.test(options.ifMatch) ? options.ifMatch : `"${options.ifMatch}"`;
  const body = bodyOf(operation, sending);
  if (body !== undefined)
    headers["content-type"] = operation.encoding === "form" ? "application/x-www-form-urlencoded" : "application/json";
  const secrets = key === undefined ? [] : [key];
  const request = { method: operation.method, url, headers, body };
  const outcome = await settle(
    context,
    { name, input: {}, options },
    { operation: name, request, secrets, signal: options.signal, stream: undefined },
  );
  if (outcome.kind === "answered") return got(outcome.answer, outcome.circumstances, undefined);
  if (outcome.refused === undefined) throw outcome.error;
  return got(outcome.refused, outcome.error, outcome.error);
}

function got({ status, headers, text }: WireAnswer, circumstances: Circumstances, refusal: ApiError | undefined): Got {
  return { status, headers, json: jsonOf(text), text, circumstances, refusal };
}

/** Whatever it calls itself: a wrong or missing media type and a byte order mark are no reason not to read it. */
function jsonOf(text: string): unknown {
  const bare = text.replace(/^\uFEFF/, "").trim();
  if (bare === "" || looksLikeHtml(bare)) return undefined;
  try {
    return parseJson(bare);
  } catch {
    return linesOf(bare);
  }
}

/** One JSON value a line. */
function linesOf(text: string): unknown {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2) return undefined;
  try {
    return lines.map(parseJson);
  } catch {
    return undefined;
  }
}

function addressOf(base: URL, operation: Operation, { query, select }: Sending): URL {
  const url = new URL(base.pathname.replace(/\/+$/, "") + operation.path, base);
  const all = new URLSearchParams(query);
  if (select?.by.in === "query") all.set(select.by.name, select.value);
  url.search = all.toString();
  return url;
}

function credential({ credential: known }: Profile, key: string): Record<string, string> {
  if (!known) return { authorization: `Bearer ${key}` };
  return { [known.header.toLowerCase()]: known.scheme ? `${known.scheme} ${key}` : key };
}

function bodyOf(operation: Operation, { body, select }: Sending): string | undefined {
  const selected = select?.by.in === "body" ? { [select.by.name]: select.value } : {};
  const isWanted = operation.body !== null || Object.keys(selected).length > 0;
  if (!isWanted) return undefined;
  const fields = { ...selected, ...body };
  if (operation.encoding !== "form") return JSON.stringify(fields);
  return new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}
