import type { IncomingHttpHeaders } from "node:http";
import { collectConfidentialTexts } from "../contract/confidential.ts";
import type { Operation } from "../contract/operation.ts";
import { type OperationName, operationTable } from "../contract/operations.ts";
import { listSecretEncodings } from "../text/listSecretEncodings.ts";
import type { HttpResponse, HttpStreamLimits } from "./network/httpDispatchHandler.ts";

/** What of a request a service might echo and nobody may read. */
export interface RequestSecrets {
  /** The key and the client's secret: in no answer at all. */
  readonly secrets: readonly string[];
  /** What else the contract marks, such as values of an environment: in no refusal, which may repeat what it refuses. */
  readonly marked: readonly string[];
}

export function collectRequestSecrets(name: OperationName, key: string | undefined, input: object): RequestSecrets {
  const operation: Operation = operationTable[name];
  const clientSecret = "client_secret" in input ? input.client_secret : undefined;
  const marked = operation.body ? collectConfidentialTexts(operation.body, input) : [];
  return { secrets: [key, clientSecret].filter(isSecret), marked: marked.filter(({ length }) => length >= shortest) };
}

const isSecret = (text: unknown): text is string => typeof text === "string" && text !== "";

/** Shorter ones are parts of plain words and numbers, and answers would be spoilt without them. */
const shortest = 8;
/** They answer with what proves who asks: a service may hand out there, as the token, the very key. */
const handingOut: readonly OperationName[] = ["runtime.token", "runtime.oauthToken"];

/** What stands where a secret was. */
const taken = "[key]";

/** Whether an address holds a secret, however it is written, or did before it was taken out. A very short one stands in many by chance. */
export function hasSecretInUrl({ pathname, search, searchParams }: URL, secrets: readonly string[]): boolean {
  const said = search === "" ? [pathname] : [pathname, search, ...searchParams.keys(), ...searchParams.values()];
  const unwanted = [taken, ...secrets.filter(({ length }) => length >= shortest)];
  return unwanted.some((secret) => said.some((text) => text.includes(secret)));
}

/** A text of the service's with every secret of the request taken out. */
export function redactSecretTexts(text: string, secrets: readonly string[]): string {
  return secrets.flatMap(listSecretEncodings).reduce((clean, secret) => clean.replaceAll(secret, taken), text);
}

/** An answer without what a service echoes of the request's secrets, in its header too. */
export function redactResponse(
  name: OperationName,
  answer: HttpResponse,
  { secrets, marked }: RequestSecrets,
): HttpResponse {
  const isRefusal = answer.status >= 300;
  const hidden = isRefusal ? [...secrets, ...marked] : secrets.filter(({ length }) => length >= shortest);
  if (!holdsAny(answer, hidden.flatMap(listSecretEncodings))) return answer;
  const clean = (text: string) => redactSecretTexts(text, hidden);
  const headers: IncomingHttpHeaders = Object.fromEntries(
    Object.entries(answer.headers).map(([field, value]) => [
      field,
      typeof value === "string" ? clean(value) : value?.map(clean),
    ]),
  );
  const text = clean(answer.text);
  return { ...answer, headers, text: isRefusal || !handingOut.includes(name) ? text : withToken(text, hidden) };
}

function holdsAny({ headers, text }: HttpResponse, secrets: readonly string[]): boolean {
  const said = [text, ...Object.values(headers).map(String)];
  return secrets.some((secret) => said.some((one) => one.includes(secret)));
}

function withToken(text: string, [key = ""]: readonly string[]): string {
  return text.replaceAll(/("\w*token"\s*:\s*")\[key\]"/gi, (_, start) => `${start}${JSON.stringify(key).slice(1)}`);
}

/** The same for what is streamed: only the beginning of a secret is held back until it is known what follows. */
export function redactStream(stream: HttpStreamLimits, { secrets }: RequestSecrets): HttpStreamLimits {
  const hidden = secrets.filter(({ length }) => length >= shortest);
  const accept: HttpStreamLimits["accept"] = (status, headers) => {
    const take = stream.accept(status, headers);
    if (!take) return undefined;
    let held = "";
    return (chunk) => {
      const text = redactSecretTexts(held + chunk.toString("latin1"), hidden);
      held = beginningAtEnd(text, hidden);
      return take(Buffer.from(text.slice(0, text.length - held.length), "latin1"));
    };
  };
  return hidden.length === 0 ? stream : { ...stream, accept };
}

function beginningAtEnd(text: string, secrets: readonly string[]): string {
  for (const secret of secrets)
    for (let length = Math.min(secret.length - 1, text.length); length > 0; length -= 1)
      if (text.endsWith(secret.slice(0, length))) return secret.slice(0, length);
  return "";
}
