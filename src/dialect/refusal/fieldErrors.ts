import type { DialectProfile } from "../../contract/dialectProfile.ts";
import { type FieldPath, getValueAt, getValueAtPath } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { plainName } from "../vocabulary/plainNames.ts";

/** What a refusal says of one field or parameter of the request. */
export interface FieldError {
  /** The field's names from the outside in, separated by dots; empty if it is not named. */
  readonly path: string;
  readonly message: string;
  /** The part of the request, if the refusal names it. */
  readonly in?: "query" | "header" | "body" | undefined;
  /** A word for programs, such as `missing_field`. */
  readonly code?: string | undefined;
}

/** Fields of an error that hold one error for each field of the request. */
const listNames = new Set(
  "errors errormessages detail details violations issues fields fielderrors fieldviolations invalidparams causes".split(
    " ",
  ),
);
const mostErrors = 50;
const depth = 6;

/**
 * The errors of single fields, wherever they are: `errors: [{ field, message }]`, `errors: { field: ["message"] }`, FastAPI's
 * `detail: [{ loc, msg }]`, JSON:API's `source`, Google's `fieldViolations`, or the one that the error itself names: `param`.
 */
export function readFieldErrors(json: UnknownRecord, known?: KnownDetails): readonly FieldError[] {
  const given = known ? readDetails(json, known) : [];
  const found = (given.length > 0 ? given : collect(json, 0)).slice(0, mostErrors);
  if (found.length > 0) return found;
  const named = readNamedParam(json, 0);
  return named.length > 0 ? named : readBareErrors(json);
}

type KnownDetails = NonNullable<DialectProfile["errors"]>["details"] & {};

/** The errors of single fields where the profile says that they are. */
function readDetails(json: UnknownRecord, { list, field, message }: KnownDetails): readonly FieldError[] {
  const entries = getValueAt(json, list);
  return (Array.isArray(entries) ? entries : []).flatMap((entry) => {
    const text = getValueAt(entry, message);
    return typeof text === "string" ? [{ ...readPath({ path: getValueAt(entry, field) }), message: text }] : [];
  });
}

function collect(object: UnknownRecord, level: number): readonly FieldError[] {
  if (level > depth) return [];
  return Object.entries(object).flatMap(([name, value]) => {
    const isList = listNames.has(plainName(name));
    if (Array.isArray(value))
      return value.flatMap((item) => [
        ...(isList ? readError(item) : []),
        ...(isRecord(item) ? collect(item, level + 1) : []),
      ]);
    if (!isRecord(value)) return [];
    return [...(isList ? readErrorsByName(value) : []), ...collect(value, level + 1)];
  });
}

/** Django's `{ "name": ["This field is required."] }`, with nothing around it. */
function readBareErrors(json: UnknownRecord): readonly FieldError[] {
  const isBare = Object.values(json).every(
    (value) => Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === "string"),
  );
  return isBare ? readErrorsByName(json) : [];
}

/** `{ name: ["is required"] }` and `{ name: "is required" }`. */
function readErrorsByName(value: UnknownRecord): readonly FieldError[] {
  const entries = Object.entries(value);
  if (entries.some(([name]) => /^(?:message|code|type|status)$/i.test(name))) return [];
  return entries.flatMap(([path, errors]) => {
    const texts = (Array.isArray(errors) ? errors : [errors]).flatMap((error) =>
      typeof error === "string" ? error : readError(error).map(({ message }) => message),
    );
    return texts.length === 0 || listNames.has(plainName(path)) ? [] : [{ path, message: texts.join("; ") }];
  });
}

const messageNames = ["message", "msg", "detail", "description", "reason", "error", "title"];

function readError(error: unknown): readonly FieldError[] {
  if (typeof error === "string") return [{ path: "", message: error }];
  if (!isRecord(error)) return [];
  const message = messageNames.map((name) => error[name]).find((text) => typeof text === "string" && text !== "");
  const code = typeof error.code === "string" ? error.code : undefined;
  const { path, in: part } = readPath(error);
  const names = Array.isArray(error.fields) ? error.fields.filter((name) => typeof name === "string") : [];
  if (names.length > 0) return names.map((name) => ({ path: name, message: String(message ?? code ?? ""), code }));
  if (typeof message !== "string" && (code === undefined || path === "")) return [];
  return [{ path, message: typeof message === "string" ? message : (code ?? ""), in: part, code }];
}

function readNamedParam(object: UnknownRecord, level: number): readonly FieldError[] {
  if (level > 2) return [];
  const isNamed = ["param", "field", "parameter", "argument"].some((name) => typeof object[name] === "string");
  if (isNamed) return readError(object);
  return Object.values(object).flatMap((value) => (isRecord(value) ? readNamedParam(value, level + 1) : []));
}

const pathPlaces: readonly FieldPath[] = [
  ["source", "pointer"],
  ["source", "parameter"],
  ["source", "header"],
  ["loc"],
  ["path"],
  ["field"],
  ["param"],
  ["parameter"],
  ["argument"],
  ["pointer"],
  ["property"],
  ["name"],
  ["key"],
  ["location"],
];

function readPath(error: UnknownRecord): Pick<FieldError, "path" | "in"> {
  for (const place of pathPlaces) {
    const value = getValueAtPath(error, place);
    if (Array.isArray(value)) {
      const [first] = value;
      const part = first === "query" || first === "header" || first === "body" ? first : undefined;
      return { path: value.slice(part ? 1 : 0).join("."), in: part };
    }
    if (typeof value !== "string" || value === "") continue;
    const last = place.at(-1);
    if (last === "parameter") return { path: value, in: place.length > 1 ? "query" : undefined };
    if (last === "header") return { path: value, in: "header" };
    const [, part, rest] = /^(query|header|body)\.(.+)$/.exec(value) ?? [];
    if (part === "query" || part === "header" || part === "body") return { path: rest ?? value, in: part };
    return { path: value.replace(/^#?\//, "").replaceAll("/", "."), in: last === "pointer" ? "body" : undefined };
  }
  return { path: "", in: undefined };
}
