import type { OperationProfile } from "../../contract/dialectProfile.ts";
import { operationTable } from "../../contract/operations.ts";
import { paramName, writeParam } from "../../contract/profile/paramProfile.ts";
import { listSentInputs } from "../../contract/profile/profileNames.ts";
import { readServiceId } from "../../contract/received.ts";
import { type FieldPath, getValueAtPath, readFieldPath } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { DialectCall } from "../dialectCall.ts";
import { fillPattern } from "../select/selectors.ts";
import { conventionsOf, nameStyleOf, parameterStyleOf, profileOf } from "../session.ts";
import { toCamel, toNameStyle } from "../vocabulary/nameStyle.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";

/** A field of the input of a call, as the contract names it. */
export interface InputField {
  /** `target.path` for a part. */
  readonly name: string;
  readonly value: unknown;
  /** Nothing is lost if the service does not take it. */
  readonly isSpare: boolean;
}

const spare: ReadonlySet<string> = new Set([
  "notes",
  "message",
  "publish",
  "timeoutMs",
  "target.scope",
  "target.machine",
]);
/** Operations whose versions a service may number itself. */
const numbered: ReadonlySet<string> = new Set(["skills.create", "skill.update", "server.generate"]);

/** The query of a request that reads: the inputs that the service knows, as it writes them. */
export function listQuery(call: DialectCall, lines: OperationProfile): Record<string, string> {
  const pairs = listInputFields(call).flatMap(({ name, value }): [string, string][] => {
    const param = lines.params?.[name];
    if (!isFilterKnown(call, name, lines)) return [];
    return [[wireNameOf(call, lines, name), param ? writeParam(param, String(value)) : String(value)]];
  });
  return Object.fromEntries(pairs);
}

/** Whether the profile or the convention says how a list is filtered by a field. By another name a list could be empty, so it is not sent. */
function isFilterKnown(call: DialectCall, field: string, lines: OperationProfile): boolean {
  const param = lines.params?.[field];
  if (param !== undefined || !field.endsWith("Id")) return param !== null;
  return conventionsOf(call.session).preset.filter !== undefined;
}

/** The fields of an input that can be sent: filters of a list in the query, all others in the body. */
export function listInputFields(call: DialectCall): readonly InputField[] {
  const { name, input } = call;
  const { owner = "", isFilter } = findOperationFacts(name);
  const given: UnknownRecord = { ...readSkillNames(call), ...input, ...(isFilter && { [`${owner}Id`]: input.id }) };
  return Object.keys(listSentInputs(name)).flatMap((field): InputField[] => {
    const value = given[field];
    if (operationTable[name].body === null) {
      const isDerived = typeof value === "string" && readServiceId(value) === undefined;
      return value === undefined || isDerived ? [] : [{ name: field, value, isSpare: true }];
    }
    if (value === undefined || isImplied(field, value)) return [];
    // The files of a skill say it, and generating a server sends its source again.
    const isDerived = !Object.hasOwn(input, field) || (name === "servers.create" && field === "source");
    const isSpare = isDerived || spare.has(field) || (field === "version" && numbered.has(name));
    return [{ name: field, value, isSpare }];
  });
}

/** Values that say no more than their absence. */
function isImplied(field: string, value: unknown): boolean {
  if (field === "publish") return value === true;
  return value === "" || (field === "environment" && isRecord(value) && Object.keys(value).length === 0);
}

/** The parts of an object in a body, which a service can have as fields of their own. */
export function listParts({ name, value }: InputField): readonly InputField[] {
  if (name !== "target" || !isRecord(value)) return [];
  return Object.entries(value).map(([part, inner]) => {
    const path = `${name}.${part}`;
    return { name: path, value: inner, isSpare: spare.has(path) };
  });
}

/** The service's name of a field of the input; of a field in the body, its path. */
export function wireNameOf(call: DialectCall, lines: OperationProfile, field: string): string {
  const known = lines.params?.[field];
  if (known !== undefined && known !== null) return paramName(known);
  const { resource } = findOperationFacts(call.name);
  const { preset } = conventionsOf(call.session);
  if (operationTable[call.name].body === null) return filterNameOf(call, field);
  return placeOf(call, field, resource, preset.body?.base ?? (preset.body ? (preset.bases[0] ?? []) : [])).join(".");
}

function filterNameOf({ session }: DialectCall, field: string): string {
  const { filter } = conventionsOf(session).preset;
  if (!field.endsWith("Id")) return toNameStyle(field, nameStyleOf(session, ""));
  const kind = field.slice(0, -2);
  return fillPattern(session, filter ?? (nameStyleOf(session, kind) === "snake" ? "{kind}_id" : "{kind}Id"), kind);
}

/** Where a field goes in a body: as the convention says, where it is in the items that are read, else by its own name. */
function placeOf({ session, name }: DialectCall, field: string, resource: string, base: FieldPath): FieldPath {
  const { preset } = conventionsOf(session);
  const [outer = "", inner] = field.split(".");
  const given = givenPlace({ session, name }, field) ?? preset.write[resource]?.[field] ?? preset.write["*"]?.[field];
  const sample = session.samples.get(resource);
  const read = inner === undefined ? sample?.places[outer] : undefined;
  if (given) return given;
  // The fields of a form are written as the parameters of the URL.
  if (isForm({ session, name }))
    return [toNameStyle(toCamel(read?.at(-1) ?? inner ?? outer), parameterStyleOf(session))];
  const isOfItem = /\.(?:create|update)$/.test(name) && findOperationFacts(name).resource === resource;
  const isSent = isOfItem && read && read.length > 0;
  if (isSent && !isInList(read) && !isEmbedded(outer, getValueAtPath(sample?.item, read))) return read;
  return [...base, toNameStyle(inner ?? outer, nameStyleOf(session, resource))];
}

/** Where the profile says that a part of a field is, such as `target.agent`. */
export function givenPlace(
  { session, name }: Pick<DialectCall, "session" | "name">,
  part: string,
): FieldPath | undefined {
  const { resource } = findOperationFacts(name);
  const place = part.includes(".") ? session.store.read().kinds?.[resource]?.fields?.[part] : undefined;
  return typeof place === "string" ? readFieldPath(place) : undefined;
}

function isForm({ session, name }: Pick<DialectCall, "session" | "name">): boolean {
  const format = profileOf({ session, name }).format ?? session.store.read().format;
  return format !== undefined && format !== "json";
}

const isInList = (place: FieldPath) => place.some((name) => /^\d+$/.test(name));

/** An embedded object shows no name for its id: `project: { id, name }` is sent as `projectId`. JSON:API sends what it shows. */
function isEmbedded(field: string, value: unknown): boolean {
  return field.endsWith("Id") && isRecord(value) && !isRecord(value.data);
}

const frontMatter = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---/;

/** The name and the description of a skill that is published: the contract reads them from its `SKILL.md`, other services ask for them. */
function readSkillNames({ name, input }: DialectCall): Readonly<Record<string, string>> {
  if ((name !== "skills.create" && name !== "skill.update") || !Array.isArray(input.files)) return {};
  const file = input.files.find((one) => isRecord(one) && one.path === "SKILL.md");
  const [, yaml = ""] = isRecord(file) ? (frontMatter.exec(decode(file)) ?? []) : [];
  const lines = ["name", "description"].flatMap((field): [string, string][] => {
    const [, value] = new RegExp(`^${field}:[ \\t]*(?!["'|>&*!{[])(\\S.*)$`, "m").exec(yaml) ?? [];
    const [, quoted] = new RegExp(`^${field}:[ \\t]*(["'])(.*)\\1[ \\t]*$`, "m").exec(yaml)?.slice(1) ?? [];
    const text = quoted ?? value?.trimEnd();
    return text === undefined ? [] : [[field, text]];
  });
  return Object.fromEntries(lines);
}

function decode(file: Readonly<Record<string, unknown>>): string {
  const content = typeof file.content === "string" ? file.content : "";
  return file.encoding === "base64" ? Buffer.from(content, "base64").toString("utf8") : content;
}
