import { isHtmlBody } from "../../client/createServiceError.ts";
import type { DialectProfile } from "../../contract/dialectProfile.ts";
import { operationTable } from "../../contract/operations.ts";
import { getValueAt } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { DialectCall, DialectResponse } from "../dialectCall.ts";
import { plainName } from "../vocabulary/plainNames.ts";
import { flagOf, numberOf } from "../vocabulary/values.ts";

/** What a service says went wrong. */
export interface ErrorBody {
  readonly message: string | undefined;
  readonly code: string | undefined;
  readonly fields: readonly FieldError[];
}

const messages =
  "detail message errordescription errormessage description msg reason title error fault exception faultstring".split(
    " ",
  );
const codes = "code errorcode error type name status reason id slug".split(" ");
const holders = new Set("error errors fault problem detail details data result response".split(" "));

/** Reads an error where it is known to stand, else as usual: problems, `error` as text or object, lists of them, a message alone. */
export function readErrorBody(json: unknown, known?: DialectProfile["errors"]): ErrorBody | undefined {
  if (typeof json === "string") return json.trim() === "" ? undefined : { message: json, code: undefined, fields: [] };
  if (Array.isArray(json)) return readErrorBody({ errors: json });
  if (!isRecord(json)) return undefined;
  const entries = Object.entries(json);
  // OpenStack's only field is the name of the fault: `{ "badRequest": { "code": 400, "message": ... } }`.
  const isHolder = (name: string) => holders.has(plainName(name)) || entries.length === 1;
  const inner = [json, ...entries.flatMap(([name, value]) => (isHolder(name) ? held(value) : []))];
  const fields = readFieldErrors(json, known?.details);
  const own =
    textAt(json, known?.message) ?? textOf(inner, messages, isMessage) ?? textOf(inner, messages, isSomething);
  const code = textAt(json, known?.code) ?? textOf(inner, codes, isCode) ?? textOf(inner, ["code"], isSomething);
  const message = own ?? (fields.map((one) => one.message).join("; ") || undefined);
  if (message === undefined && code === undefined) return undefined;
  return { message, code, fields };
}

/** The object itself, one inside it, or the first of many. */
function held(value: unknown): UnknownRecord[] {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return isRecord(one) ? [one, ...(isRecord(one.error) ? [one.error] : [])] : [];
}

function textAt(json: UnknownRecord, place: string | undefined): string | undefined {
  const value = getValueAt(json, place);
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" ? text : undefined;
}

/** The likeliest name first, and of one name the innermost. */
function textOf(objects: readonly UnknownRecord[], names: readonly string[], suits: (text: string) => boolean) {
  for (const name of names) {
    for (const object of objects.toReversed()) {
      const [, value] = Object.entries(object).find(([key]) => plainName(key) === name) ?? [];
      const text = typeof value === "number" ? String(value) : value;
      if (typeof text === "string" && suits(text)) return text;
    }
  }
  return undefined;
}

const isSomething = (text: string) => text.trim() !== "";
/** Made to be read: not one word of a program. */
const isMessage = (text: string) => /\S\s+\S/.test(text.trim());
const isCode = (text: string) => /^[A-Za-z][\w.-]{0,99}$/.test(text) && text !== "error";

/** What may stand beside an error and is none of an item. */
const beside = new Set(
  "success ok succeeded issuccess error errors message msg code status statuscode detail details title type instance requestid timestamp path traceid documentationurl meta reason description errordescription errorcode errormessage".split(
    " ",
  ),
);
const flags = new Set(["success", "ok", "succeeded", "issuccess"]);

/** Whether an answer of status 2xx says that it is none: nothing in it but that something failed. */
export function isFailureBody(json: unknown): boolean {
  if (!isRecord(json)) return false;
  const entries = Object.entries(json).map(([name, value]) => [plainName(name), value] as const);
  const isRefused = entries.some(([name, value]) => flags.has(name) && flagOf(value) === false);
  const hasError = entries.some(([name, value]) => /^errors?(?:message|code)?$/.test(name) && hasContent(value));
  if (isRefused && hasError) return true;
  if (entries.some(([name, value]) => !beside.has(name) && hasContent(value))) return false;
  return isRefused || hasError || entries.some(([name, value]) => isFailing(name, value, entries));
}

/** `{ status: "error", message }`, `{ statusCode: 404, message }`, `{ code: 40001, msg }`. */
function isFailing(name: string, value: unknown, entries: readonly (readonly [string, unknown])[]): boolean {
  if (!entries.some(([other, text]) => /^(?:message|msg|detail)$/.test(other) && hasContent(text))) return false;
  if (name === "status" && typeof value === "string") return /^(?:error|fail|failed|failure)$/i.test(value);
  const number = numberOf(value);
  return number !== undefined && /^(?:status|statuscode|code)$/.test(name) && number >= 400;
}

function hasContent(value: unknown): boolean {
  if (value === null || value === undefined || value === "" || value === false || value === 0) return false;
  return Array.isArray(value) ? value.length > 0 : !isRecord(value) || Object.values(value).some(hasContent);
}

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
function readFieldErrors(json: UnknownRecord, known?: KnownDetails): readonly FieldError[] {
  const given = known ? readDetails(json, known) : [];
  const found = given.length > 0 ? given : collect(json, "", 0);
  return (found.length > 0 ? found : readBareErrors(json)).slice(0, mostErrors);
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

function collect(value: unknown, name: string, level: number): readonly FieldError[] {
  if (level > depth) return [];
  const isList = listNames.has(plainName(name));
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return parts.flatMap((part) => {
    const isEntry = isList && Array.isArray(value);
    const inner = isRecord(part) ? Object.entries(part).filter(([, one]) => typeof one === "object") : [];
    return [
      ...(isEntry || namesParam(part) ? readError(part) : isList && isRecord(part) ? readErrorsByName(part) : []),
      ...inner.flatMap(([key, one]) => collect(one, key, level + 1)),
    ];
  });
}

const namesParam = (error: unknown) =>
  isRecord(error) && ["param", "field", "parameter", "argument"].some((name) => typeof error[name] === "string");

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

/** Whether the status can mean that the service does not have the operation; a 404 can also mean that the item is not there. */
export function isLack({ status }: Pick<DialectResponse, "status">): boolean {
  return status === 404 || status === 405 || status === 501;
}

const aboutPath = /\b(?:route|endpoint|path|url|offered|implemented|supported|cannot (?:get|post|patch|delete))\b/i;

/** Whether a refusal says that the operation itself is not there, and not only the item. */
export function isMissingOperation({ name }: Pick<DialectCall, "name">, response: DialectResponse): boolean {
  const { status, json, text } = response;
  if (status !== 404) return isLack(response);
  const message = readErrorBody(json)?.message ?? text;
  const isBare = /^\W*(?:404\W*)?(?:(?:page|resource )?not.?found\W*)?$/i.test(message);
  return isBare || isHtmlBody(text) || message.includes(operationTable[name].path.slice(1)) || aboutPath.test(message);
}
