import { flagOf } from "./fit.ts";
import { type Fields, isFields, type Place, placesIn, valueAt } from "./json.ts";
import { plainName } from "./words.ts";

/** What a service says went wrong. */
export interface ToldError {
  readonly message: string | undefined;
  readonly code: string | undefined;
  readonly fields: readonly { readonly path: string; readonly message: string }[];
}

const messages = [
  "detail",
  "message",
  "errordescription",
  "description",
  "msg",
  "reason",
  "title",
  "error",
  "fault",
  "exception",
  "faultstring",
];
const codes = ["code", "errorcode", "error", "type", "name", "id", "slug"];

/** Reads an error in any of the usual forms: problems, `error` as text or object, lists of them, a message alone. */
export function recogniseError(json: unknown): ToldError | undefined {
  if (typeof json === "string") return { message: json, code: undefined, fields: [] };
  if (Array.isArray(json)) return recogniseError({ errors: json });
  if (!isFields(json)) return undefined;
  const inner = [
    json,
    ...["error", "errors", "fault", "problem", "detail", "data", "result"].map((name) => json[name]),
  ].filter(isFields);
  const message = firstText(inner, messages);
  const code = firstText(inner, codes, /^[\w.:/-]{1,100}$/);
  const fields = fieldErrors(json);
  if (message === undefined && code === undefined && fields.length === 0) return undefined;
  return { message: message ?? fields.map((one) => one.message).join("; "), code, fields };
}

/** Whether an answer of status 2xx says that it is none. */
export function saysFailure(json: unknown): boolean {
  if (!isFields(json)) return false;
  for (const [name, value] of Object.entries(json)) {
    const plain = plainName(name);
    if (["success", "ok", "succeeded", "issuccess"].includes(plain) && flagOf(value) === false) return true;
  }
  const isOnlyError = (name: string) => ["error", "errors"].includes(plainName(name)) && hasContent(json[name]);
  // GraphQL and its like: errors, and nothing beside them.
  return (
    Object.keys(json).some(isOnlyError) &&
    Object.entries(json).every(([name, value]) => isOnlyError(name) || !hasContent(value))
  );
}

function hasContent(value: unknown): boolean {
  if (value === null || value === undefined || value === "" || value === false) return false;
  return !Array.isArray(value) || value.length > 0;
}

function firstText(objects: readonly Fields[], names: readonly string[], form?: RegExp): string | undefined {
  for (const name of names) {
    for (const object of objects.toReversed()) {
      const [, value] = Object.entries(object).find(([key]) => plainName(key) === name) ?? [];
      const text = typeof value === "number" ? String(value) : value;
      if (typeof text === "string" && text.trim() !== "" && (!form || form.test(text))) return text;
    }
  }
  return undefined;
}

/** `errors: [{ field, message }]`, `errors: { field: ["message"] }`, FastAPI's `detail: [{ loc, msg }]`. */
function fieldErrors(json: Fields): ToldError["fields"] {
  for (const [place, value] of placesIn(json, 2)) {
    const last = plainName(place.at(-1) ?? "");
    if (
      !["errors", "detail", "details", "violations", "issues", "fields", "fielderrors", "invalidparams"].includes(last)
    )
      continue;
    if (Array.isArray(value)) return value.flatMap(oneField);
    if (isFields(value)) return Object.entries(value).flatMap(([path, told]) => mapped(path, told));
  }
  return [];
}

function oneField(given: unknown): ToldError["fields"] {
  if (typeof given === "string") return [{ path: "", message: given }];
  if (!isFields(given)) return [];
  const message = firstText([given], ["message", "msg", "detail", "description", "reason", "error", "title"]);
  return message === undefined ? [] : [{ path: pathOf(given), message }];
}

const pathPlaces: readonly Place[] = [
  ["path"],
  ["field"],
  ["loc"],
  ["name"],
  ["param"],
  ["pointer"],
  ["source", "pointer"],
  ["source", "parameter"],
  ["property"],
  ["key"],
  ["location"],
];

function pathOf(given: Fields): string {
  for (const place of pathPlaces) {
    const value = valueAt(given, place);
    if (typeof value === "string") return value.replace(/^\//, "").replaceAll("/", ".");
    if (Array.isArray(value))
      return value.filter((part) => !["body", "query", "header"].includes(String(part))).join(".");
  }
  return "";
}

function mapped(path: string, told: unknown): ToldError["fields"] {
  const message = Array.isArray(told) ? told.filter((one) => typeof one === "string").join("; ") : told;
  return typeof message === "string" && message !== "" ? [{ path, message }] : [];
}
