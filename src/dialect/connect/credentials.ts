import type { DialectProfile } from "../../contract/dialectProfile.ts";
import { listMatches } from "./namedHeaders.ts";

export type Credential = NonNullable<DialectProfile["credential"]>;

/** A refusal, as far as it says how the key is wanted. */
export interface Refused {
  readonly status: number;
  /** Its `WWW-Authenticate`. */
  readonly challenge: string;
  readonly text: string;
}

export const bearer: Credential = { header: "Authorization", scheme: "Bearer" };

/** With the bearer a key is sent in at most so many ways: each is a failed sign-in to the service. */
export const mostWays = 6;

/** What is usual where nothing says more. */
const usual: readonly Credential[] = [{ header: "X-API-Key" }, { header: "Authorization", scheme: "Token" }];

/** Whether a refusal leaves open that the key is wanted in another way. */
export function mayBeAnother(refused: Refused): boolean {
  if (namedWays(refused).length > 0) return true;
  // With an error it says that it saw the bearer (RFC 6750, section 3.1).
  if (/^\s*bearer\b/i.test(refused.challenge) && /\berror\s*=/i.test(refused.challenge)) return false;
  if (refused.status === 401) return true;
  // A 403 is about what a key may do, unless it says that it saw none, or nothing at all.
  const said = refused.text.replaceAll(/[^a-z ]+/gi, " ").trim();
  return (
    aboutKeys.test(said) ||
    /^(?:(?:message|error|detail|status|code|title|false|true) *)*(?:forbidden|access denied)?$/i.test(said)
  );
}
const aboutKeys = /api.?key|token|credential|authenticat|authori[sz]ation/i;

/** Other ways to send the key, likeliest first: what the refusal names, what the service's document says, then what is usual. */
export function waysFor(refused: Refused, documented: readonly Credential[]): readonly Credential[] {
  return distinctWays([...namedWays(refused), ...documented, ...usual]);
}

/** What a refusal names itself. */
export function namedWays({ challenge, text }: Refused): readonly Credential[] {
  const schemes = [...schemesIn(challenge), ...listMatches(text, schemeInText)];
  const bySchemes = schemes
    .filter((scheme) => !isBearer(scheme) && !unusable.test(scheme))
    .map((scheme): Credential => (/^x-/i.test(scheme) ? { header: scheme } : { header: "Authorization", scheme }));
  const alone: readonly Credential[] = keyAlone.test(text.slice(0, 5000)) ? [{ header: "Authorization" }] : [];
  return distinctWays([...headersIn(`${challenge} ${text}`), ...bySchemes, ...alone]);
}

const schemeInText = /authorization(?: header)?\W{1,4}([a-z][\w-]{1,30})\s+[<{[$"'`]/gi;
/** The header Authorization without a scheme. */
const keyAlone =
  /(?:\bheader\W{1,4}authorization|\bauthorization\W{1,4}header)\b(?!\W{1,6}(?:bearer|basic|token|digest|api-?key)\b)/i;

/** Whether a refusal names HTTP Basic, which needs a user name beside the key. */
export function isBasicNamed({ challenge, text }: Refused): boolean {
  return schemesIn(challenge).some((scheme) => /^basic$/i.test(scheme)) || /\bbasic auth/i.test(text);
}

/** They are about passwords or need more than a key. */
const unusable = /^(?:basic|digest|negotiate|ntlm|hoba|mutual|scram.*|aws4.*|dpop|gnap|privatetoken|vapid|hmac.*)$/i;

const isBearer = (scheme: string) => scheme.toLowerCase() === "bearer";

/** `Bearer realm="api", ApiKey` names two. */
function schemesIn(challenge: string): readonly string[] {
  return challenge
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .split(",")
    .flatMap((part) => /^\s*([A-Za-z][\w-]*)(?:\s+\S|\s*$)/.exec(part)?.[1] ?? []);
}

/** `X-API-Key`, `Private-Token`, `Ocp-Apim-Subscription-Key`; no codes such as `invalid-api-key`. */
function headersIn(text: string): readonly Credential[] {
  const names = [...listMatches(text, keyHeader), ...listMatches(text, apiKeyHeader)];
  return names.filter((name) => !codes.test(name)).map((header) => ({ header }));
}
const keyHeader = /(?<![\w-])((?:[a-z][a-z0-9]*-)+(?:key|token|auth|secret|authorization))(?![\w-])/gi;
const apiKeyHeader = /(?<![\w-])[`'"]?(apikey)[`'"]?\s+header|header\W{1,4}(apikey)\b/gi;
const codes =
  /^(?:invalid|missing|bad|no|wrong|expired|unknown|revoked|re|non|www|un|in|the|an|your|valid|proxy|required)-|-(?:re|non)-/i;

export function isSameWay(one: Credential, other: Credential): boolean {
  const textOf = ({ header, scheme = "", user = "" }: Credential) => `${header}: ${scheme}`.toLowerCase() + user;
  return textOf(one) === textOf(other);
}

export function distinctWays(all: readonly Credential[]): readonly Credential[] {
  return all.filter((one, index) => all.findIndex((other) => isSameWay(one, other)) === index);
}
