import type { DialectProfile } from "../../contract/dialectProfile.ts";
import type { DialectResponse } from "../dialectCall.ts";
import { type FieldError, readErrorBody } from "./readErrorBody.ts";

/** What a refusal says must be different in the request. */
export interface RequestHint {
  /** The name of a parameter, a header or a field, from the outside in. */
  readonly path: string;
  readonly problem: "missing" | "unknown" | "invalid";
  readonly in: "query" | "header" | "body" | undefined;
}

/** Statuses that prove that a request had no effect, and that it is about how the request was written. */
const provenStatuses: ReadonlySet<number> = new Set([400, 415, 422]);

/** More of a refusal is not read. */
const limits = { characters: 2000, hints: 100, path: 200 } as const;

/** The hints of a refusal, in its order; none if the refusal does not prove that nothing took effect. */
export function readRequestHints(
  { status, json, text, refusal }: DialectResponse,
  errors?: DialectProfile["errors"],
): readonly RequestHint[] {
  if (!provenStatuses.has(status) && !(status < 300 && provenStatuses.has(refusal?.status ?? 0))) return [];
  const body = readErrorBody(json, errors);
  const message = (body?.message ?? text).slice(0, limits.characters);
  const fields = (body?.fields ?? []).slice(0, limits.hints).map((error) => ({
    ...error,
    message: error.message.slice(0, limits.characters),
  }));
  // The text as a whole often says what the entry for a field leaves out.
  const hints = fields.filter(({ path }) => path !== "").map((error) => toHint(error, message));
  const inText = [...fields.filter(({ path }) => path === "").map((error) => error.message), message];
  const all = [...hints, ...inText.flatMap(readTextHints)].filter(({ path }) => path.length <= limits.path);
  return unique(all.slice(0, limits.hints));
}

const unknown =
  /unknown|unexpected|unrecogni[sz]ed|unsupported|additional|\bextra\b|(?:cannot|could not|no such) (?:find )?(?:field|member|property|column|attribute)|not (?:defined|accepted|allowed|permitted|supported|recogni[sz]ed|a valid (?:parameter|field))|does not exist on|doesn.t accept/i;
const missing =
  /missing|required|must (?:be (?:set|given|provided|present)|contain|have|include)|can(?:'|no)t be (?:blank|empty|null)|not be (?:blank|empty|null)|is empty/i;

function toHint({ path, message, code = "", in: part }: FieldError, whole: string): RequestHint {
  const own = `${code} ${message}`;
  const problem = problemOf(own) ?? problemOf(whole) ?? "invalid";
  return { path: path.replace(/^\$\.?/, ""), problem, in: part ?? partOf(own) ?? partOf(whole) };
}

const notFound = /(?:could|can) ?not find .* in (?:the )?(?:request|body)/i;

function problemOf(text: string): RequestHint["problem"] | undefined {
  if (notFound.test(text)) return "missing";
  return unknown.test(text) ? "unknown" : missing.test(text) ? "missing" : undefined;
}

function partOf(text: string): RequestHint["in"] {
  if (/\bquery\b/i.test(text)) return "query";
  if (/\bheader\b/i.test(text)) return "header";
  return /\b(?:body|payload)\b/i.test(text) ? "body" : undefined;
}

const nameBefore =
  /\b([A-Za-z_][\w.[\]-]{0,60})(?: in (?:body|query|path|header|formData))?:? (?:is |was |are |field )?(?:required|missing|mandatory|not (?:defined|accepted|allowed|permitted|supported|recogni[sz]ed))\b/gi;
const nameAfter =
  /\b(?:missing|required|requires|unknown|unexpected|unsupported|unrecogni[sz]ed|invalid|find|no such)(?: (?:required|query|body|request|url|header|parameter|param|field|property|member|argument|name|key))*:? [`'"“]?([A-Za-z_][\w.[\]-]{0,60})/gi;
const quoted = /[`'"“]([A-Za-z_][\w.[\]-]{0,60})[`'"”]/g;
const trailing = /(?:missing|required|empty|blank)\b[^:]{0,60}: [`'"“]?([A-Za-z_][\w.[\]-]{0,60})[`'"”]?\.?$/i;
const leading = /^([A-Za-z_][\w.[\]-]{0,60}): /;

/** Words of messages that are no names. */
const words = new Set(
  "is are the a an of in to and or not be must required missing parameter parameters param query field fields value values request body payload json data header headers invalid unknown provide provided specify please property argument string integer number valid empty none name key type error validation failed bad input id".split(
    " ",
  ),
);

/** `missing_argument: name` */
const wordsInCodes =
  /(?<=(?:missing|invalid|unknown|required|unexpected))_(?=(?:argument|parameter|param|field|header)\b)/gi;

function readTextHints(given: string): readonly RequestHint[] {
  const text = given.replaceAll(wordsInCodes, " ");
  const problem = problemOf(text) ?? "invalid";
  const all = [leading, trailing, quoted, nameBefore, nameAfter].flatMap((pattern) =>
    pattern.global ? [...text.matchAll(pattern)] : [pattern.exec(text) ?? []],
  );
  const names = all.flatMap(([, name]) => (name === undefined ? [] : [uncapitalise(name.replace(/[.:]+$/, ""))]));
  const isQuoted = (name: string) => new RegExp(`[\`'"“]${escapePattern(name)}[\`'"”]`).test(text);
  return names
    .filter((name) => isQuoted(name) || !words.has(name.toLowerCase()) || /^(?:id|name|key)$/i.test(name))
    .map((path) => ({ path, problem, in: partOf(text) }));
}

/** A sentence begins with a capital: "Release_id is required." */
const uncapitalise = (name: string) =>
  /^[A-Z][a-z]+_[a-z_]+$/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

const escapePattern = (name: string) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

function unique(hints: readonly RequestHint[]): readonly RequestHint[] {
  return hints.filter((hint, index) => hints.findIndex((other) => other.path === hint.path) === index);
}
