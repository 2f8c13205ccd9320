import * as l10n from "@vscode/l10n";
import type { OperationProfile } from "../../contract/dialectProfile.ts";
import { operationTable } from "../../contract/operations.ts";
import { writeParam } from "../../contract/profile/paramProfile.ts";
import { type FieldPath, getValueAtPath, readFieldPath, setAtPath } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { DialectCall } from "../dialectCall.ts";
import { findSaidSelector, selectedId } from "../select/selectors.ts";
import { createUnclearError } from "../send/dialectError.ts";
import { conventionsOf, nameStyleOf } from "../session.ts";
import { toNameStyle } from "../vocabulary/nameStyle.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
import { givenPlace, type InputField, listInputFields, listParts, wireNameOf } from "./inputFields.ts";

/** The body of a change as the service writes such items: by the profile's template, else field by field. */
export function buildBody(call: DialectCall, lines: OperationProfile): unknown {
  if (operationTable[call.name].body === null) return undefined;
  const fields = listInputFields(call);
  requirePlaces(call, lines, fields);
  if (lines.body) {
    const values = fields.map(({ name, value }) => [name, value] as const);
    return fillTemplate(call, lines.body, Object.fromEntries([["id", selectedId(call)], ...values]));
  }
  const isForm = "encoding" in operationTable[call.name];
  let body: UnknownRecord = {};
  for (const field of fields) {
    const parts = listParts(field);
    const isFlat = parts.some(({ name }) => (lines.params?.[name] ?? givenPlace(call, name)) !== undefined);
    for (const { name, value } of isFlat || (parts.length > 0 && isSpread(call, field)) ? parts : [field]) {
      const param = lines.params?.[name];
      if (param === null || (param === undefined && isSelected(call, name))) continue;
      // The names of RFC 6749 are the same in every style.
      const place = isForm ? [name] : splitPath(wireNameOf(call, lines, name));
      const written = writeValue(call, name, value, place);
      const isAsItIs = param === undefined || typeof param === "string" || value === undefined || value === null;
      body = setAtPath(body, place, isAsItIs ? written : writeParam(param, textOf(call, name, written)));
    }
  }
  const whole = { ...Object.fromEntries(copiedFields(call)), ...body };
  const wrapper = wrapperOf(call, lines);
  return wrapper.reduceRight<unknown>((inner, name) => ({ [name]: inner }), whole);
}

/** Whether the profile says under which name the body names the server of a token. */
function isSelected(call: DialectCall, field: string): boolean {
  return call.name === "runtime.token" && field === "serverId" && findSaidSelector(call)?.in === "body";
}

/** What the profile has no place for cannot be changed: the rest alone is not what was asked for. */
function requirePlaces(call: DialectCall, { body, params }: OperationProfile, fields: readonly InputField[]): void {
  const names = body && listTemplateFields(body);
  const isSaid = (field: string) => names?.some((name) => name === field || name.startsWith(`${field}.`)) ?? true;
  // A service need not have all that can be said of a new item.
  const isWhole = /\.(?:create|token|oauthToken|generate)$/.test(call.name);
  const lost = fields.find(({ name, isSpare }) => !isWhole && !isSpare && (params?.[name] === null || !isSaid(name)));
  if (lost)
    throw createUnclearError(call, l10n.t`the service profile has no place for "${lost.name}", so nothing was sent`);
}

/** The objects of the body that contain the fields. */
export function wrapperOf({ session }: DialectCall, { wrapper }: OperationProfile): FieldPath {
  return (wrapper === undefined ? conventionsOf(session).preset.body?.wrapper : readFieldPath(wrapper)) ?? [];
}

/** Names such as `page[size]` are one name; a path has dots. */
const splitPath = (path: string): FieldPath => path.split(".");

/** What stands beside the fields in every item: the `type` of JSON:API. */
function copiedFields({ session, name }: DialectCall): readonly (readonly [string, unknown])[] {
  const sample = session.samples.get(findOperationFacts(name).resource);
  const copied = conventionsOf(session).preset.body?.copied ?? [];
  return copied.flatMap((field) => (sample?.item[field] === undefined ? [] : [[field, sample.item[field]] as const]));
}

/** Whether the items that are read have the parts of an object as fields of their own. */
function isSpread({ session, name }: DialectCall, field: InputField): boolean {
  const sample = session.samples.get(findOperationFacts(name).resource);
  const place = sample?.places[field.name];
  if (!place) return false;
  const { bases } = conventionsOf(session).preset;
  return place.length === 0 || bases.some((base) => base.join(".") === place.join("."));
}

/** A value in the form that the service's items have. */
function writeValue(call: DialectCall, field: string, value: unknown, place: FieldPath): unknown {
  const { session, name } = call;
  const { resource } = findOperationFacts(name);
  const shown = getValueAtPath(session.samples.get(resource)?.item, place);
  if (field.endsWith("Id") && typeof value === "string") return writeId(value, shown);
  if (!isRecord(value) || field === "environment" || field === "metadata") return value;
  const style = nameStyleOf(session, resource);
  return Object.fromEntries(Object.entries(value).map(([inner, part]) => [toNameStyle(inner, style), part]));
}

/** An id as links are shown: as a number, in a list, or as a relationship of JSON:API. */
export function writeId(id: string, shown: unknown): unknown {
  if (typeof shown === "number") return /^\d{1,15}$/.test(id) ? Number(id) : id;
  if (Array.isArray(shown)) return [writeId(id, shown[0])];
  if (!isRecord(shown) || !isRecord(shown.data)) return id;
  return { data: { ...shown.data, id } };
}

const wholeField = /^\{\{([\w.]+)\}\}$/;
const anyField = /\{\{([\w.]+)(\|json)?\}\}/g;

const listTemplateFields = (template: object) =>
  [...JSON.stringify(template).matchAll(anyField)].map(([, name = ""]) => name);

/** A template with the values. What has no value is left out, with the objects and lists that hold nothing but such values. */
function fillTemplate(call: DialectCall, template: UnknownRecord, values: UnknownRecord): UnknownRecord {
  const fields = Object.entries(template).flatMap(([name, part]) => {
    const value = fillValue(call, part, values);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(fields);
}

function fillValue(call: DialectCall, part: unknown, values: UnknownRecord): unknown {
  const valueAt = (name = "") => getValueAtPath(values, name.split("."));
  const names = part === undefined || part === null ? [] : listTemplateFields([part]);
  if (names.length > 0 && names.every((name) => valueAt(name) === undefined)) return undefined;
  if (Array.isArray(part)) return part.map((one) => fillValue(call, one, values)).filter((one) => one !== undefined);
  if (isRecord(part)) return fillTemplate(call, part, values);
  if (typeof part !== "string") return part;
  const [, field] = wholeField.exec(part) ?? [];
  if (field !== undefined) return valueAt(field);
  return part.replaceAll(anyField, (_, name: string, isJson: string | undefined) => {
    const value = valueAt(name) ?? "";
    return isJson ? JSON.stringify(value) : textOf(call, name, value);
  });
}

/** A value inside a text. A list or an object is no part of one unless the profile says how. */
function textOf(call: DialectCall, name: string, value: unknown): string {
  if (typeof value !== "object") return String(value);
  const [alone, asJson] = [`{{${name}}}`, `{{${name}|json}}`];
  const problem = l10n.t`the service profile puts "${name}", which is a list or an object, inside a text, so nothing was sent. Write "${alone}" alone in the body, or "${asJson}" for a text of JSON`;
  throw createUnclearError(call, problem);
}
