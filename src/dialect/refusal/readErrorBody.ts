import type { DialectProfile } from "../../contract/dialectProfile.ts";
import { getValueAt } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { plainName } from "../vocabulary/plainNames.ts";
import { flagOf, numberOf } from "../vocabulary/values.ts";
import { type FieldError, readFieldErrors } from "./fieldErrors.ts";

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
