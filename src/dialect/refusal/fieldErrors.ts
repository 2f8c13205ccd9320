import type { DialectProfile } from "../../contract/dialectProfile.ts";
import { getValueAt } from "../../text/fieldPath.ts";
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
  const message = messageNames.map((name) => error[name]).find(isText);
  const code = typeof error.code === "string" ? error.code : undefined;
  const { path, in: part } = readPath(error);
  const names = Array.isArray(error.fields) ? error.fields.filter((name) => typeof name === "string") : [];
  if (names.length > 0) return names.map((name) => ({ path: name, message: message ?? code ?? "", code }));
  if (message === undefined && (code === undefined || path === "")) return [];
  return [{ path, message: message ?? code ?? "", in: part, code }];
}

function readNamedParam(object: UnknownRecord, level: number): readonly FieldError[] {
  if (level > 2) return [];
  const isNamed = ["param", "field", "parameter", "argument"].some((name) => typeof object[name] === "string");
  if (isNamed) return readError(object);
  return Object.values(object).flatMap((value) => (isRecord(value) ? readNamedParam(value, level + 1) : []));
}

/** Names of a field's path in an error, or in its `source`. */
const pathNames = "pointer parameter loc path field param argument property name key location".split(" ");

const requestParts = ["query", "header", "body"] as const;
const partNamed = (text: unknown) => requestParts.find((part) => part === text);

function readPath(error: UnknownRecord): Pick<FieldError, "path" | "in"> {
  const source = isRecord(error.source) ? error.source : {};
  if (isText(source.header)) return { path: source.header, in: "header" };
  const values = pathNames.map((name) => [name, source[name] ?? error[name]] as const);
  const [name, value] = values.find(([, one]) => Array.isArray(one) || isText(one)) ?? [];
  if (Array.isArray(value)) {
    const part = partNamed(value[0]);
    return { path: value.slice(part ? 1 : 0).join("."), in: part };
  }
  if (!isText(value)) return { path: "", in: undefined };
  if (name === "parameter") return { path: value, in: value === source.parameter ? "query" : undefined };
  const [first = "", rest] = value.split(/\.(.+)/s);
  const part = partNamed(first);
  if (part && rest) return { path: rest, in: part };
  return { path: value.replace(/^#?\//, "").replaceAll("/", "."), in: name === "pointer" ? "body" : undefined };
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
