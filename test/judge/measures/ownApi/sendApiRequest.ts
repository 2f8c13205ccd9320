import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { type ApiRequest, formatValue } from "./requests.ts";
import type { JudgedResponse } from "./responseJudge.ts";

/** Sends a request unchanged over a separate connection, with the key unless the request has other credentials. */
export async function sendApiRequest(base: string, key: string, made: ApiRequest): Promise<JudgedResponse> {
  const url = new URL(made.path, base);
  // The HTTP server itself rejects a longer URL before the service.
  for (const [name, value] of Object.entries(made.query))
    if (value !== undefined) url.searchParams.append(name, formatValue(value).toWellFormed().slice(0, 2000));
  const body = made.method === "GET" ? "" : (made.body ?? "");
  const headers = { Authorization: `Bearer ${key}`, ...made.headers, "Content-Length": Buffer.byteLength(body) };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const signal = AbortSignal.timeout(30_000);
  const outgoing = request(url, { method: made.method, headers, agent: false, signal }, resolve);
  // A response before the end of the request can abort the request.
  outgoing.on("error", reject);
  outgoing.end(body);
  const answer = await promise;
  const plain = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
  return { status: answer.statusCode ?? 0, headers: Object.fromEntries(plain), text: await text(answer) };
}
