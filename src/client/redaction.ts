import type { IncomingHttpHeaders } from "node:http";
import { collectConfidentialTexts } from "../contract/confidential.ts";
import type { Operation } from "../contract/operation.ts";
import { type RouteName, routeTable } from "../contract/routes/routeTable.ts";
import { listSecretEncodings } from "../text/secrets/listSecretEncodings.ts";
import type { HttpResponse, HttpStreamLimits } from "./network/httpDispatchHandler.ts";

/** The secrets of a request, which a service may echo. */
export interface RequestSecrets {
  /** The key and the client's secret: redacted in every response. */
  readonly credentials: readonly string[];
  /** Other values that the contract marks as confidential, such as an environment's: redacted in error responses, which may repeat their input. */
  readonly confidential: readonly string[];
}

export function collectRequestSecrets(name: RouteName, key: string | undefined, input: object): RequestSecrets {
  const operation: Operation = routeTable[name];
  const clientSecret = "client_secret" in input ? input.client_secret : undefined;
  const confidential = operation.body ? collectConfidentialTexts(operation.body, input) : [];
  return {
    credentials: [key, clientSecret].filter(isSecret),
    confidential: confidential.filter(({ length }) => length >= shortest),
  };
}

const isSecret = (text: unknown): text is string => typeof text === "string" && text !== "";

/** Shorter secrets are parts of plain words and numbers; redacting them would damage responses. */
const shortest = 8;
/** Operations that return a token, which may be the key itself. */
const tokenOperations: readonly RouteName[] = ["runtime.token", "runtime.oauthToken"];

const placeholder = "[key]";

/** Whether a URL holds a secret in any encoding, or the placeholder of one. Very short secrets occur by chance and do not count. */
export function hasSecretInUrl({ pathname, search, searchParams }: URL, secrets: readonly string[]): boolean {
  const texts = search === "" ? [pathname] : [pathname, search, ...searchParams.keys(), ...searchParams.values()];
  const unwanted = [placeholder, ...secrets.filter(({ length }) => length >= shortest)];
  return unwanted.some((secret) => texts.some((text) => text.includes(secret)));
}

/** A text of the service without the request's secrets. */
export function redactSecretTexts(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap(listSecretEncodings)
    .reduce((redacted, secret) => redacted.replaceAll(secret, placeholder), text);
}

/** A response, its headers included, without the request's secrets. */
export function redactResponse(
  name: RouteName,
  response: HttpResponse,
  { credentials, confidential }: RequestSecrets,
): HttpResponse {
  const isError = response.status >= 300;
  const hidden = isError ? [...credentials, ...confidential] : credentials.filter(({ length }) => length >= shortest);
  if (!holdsSecret(response, hidden.flatMap(listSecretEncodings))) return response;
  const redact = (text: string) => redactSecretTexts(text, hidden);
  const headers: IncomingHttpHeaders = Object.fromEntries(
    Object.entries(response.headers).map(([field, value]) => [
      field,
      typeof value === "string" ? redact(value) : value?.map(redact),
    ]),
  );
  const text = redact(response.text);
  return { ...response, headers, text: isError || !tokenOperations.includes(name) ? text : restoreToken(text, hidden) };
}

function holdsSecret({ headers, text }: HttpResponse, secrets: readonly string[]): boolean {
  const texts = [text, ...Object.values(headers).map(String)];
  return secrets.some((secret) => texts.some((part) => part.includes(secret)));
}

function restoreToken(text: string, [key = ""]: readonly string[]): string {
  return text.replaceAll(/("\w*token"\s*:\s*")\[key\]"/gi, (_, start) => `${start}${JSON.stringify(key).slice(1)}`);
}

/** Redacts a stream. A chunk's end that may begin a secret waits for the next chunk. */
export function redactStream(stream: HttpStreamLimits, { credentials }: RequestSecrets): HttpStreamLimits {
  const hidden = credentials.filter(({ length }) => length >= shortest);
  const accept: HttpStreamLimits["accept"] = (status, headers) => {
    const take = stream.accept(status, headers);
    if (!take) return undefined;
    let pending = "";
    return (chunk) => {
      const text = redactSecretTexts(pending + chunk.toString("latin1"), hidden);
      pending = findSecretStart(text, hidden);
      return take(Buffer.from(text.slice(0, text.length - pending.length), "latin1"));
    };
  };
  return hidden.length === 0 ? stream : { ...stream, accept };
}

function findSecretStart(text: string, secrets: readonly string[]): string {
  for (const secret of secrets)
    for (let length = Math.min(secret.length - 1, text.length); length > 0; length -= 1)
      if (text.endsWith(secret.slice(0, length))) return secret.slice(0, length);
  return "";
}
