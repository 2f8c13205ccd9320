import { isOperationName } from "../../contract/operationNames.ts";
import type { FieldPath } from "../../text/fieldPath.ts";
import { getValueAtPath } from "../../text/fieldPath.ts";
import type { UnknownRecord } from "../../text/record.ts";
import { isRecord } from "../../text/record.ts";
import { styleHere } from "../asking.ts";
import type { Asking } from "../dialect.ts";
import { numberOf } from "../language/fit.ts";
import { styled } from "../language/style.ts";
import { familyOf, resourceOf, subjectOf } from "../language/subjects.ts";
import { timeOf } from "../language/times.ts";
import { recogniseFields } from "../recognise/recogniseFields.ts";

/** Where a field stands in items of a resource, as far as any operation showed it. */
function placeIn({ dialect }: Asking, resource: string | undefined, field: string): FieldPath | undefined {
  for (const [name, { fields }] of Object.entries(dialect.knowledge.profile().operations)) {
    const isIts = isOperationName(name) && (resource === undefined || resourceOf(name) === resource);
    const place = isIts && fields && Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (place) return place;
  }
  return undefined;
}

/** What a field of a body is called there: as the profile says, as in items, else in the style of their names. */
export function nameOf(of: Asking, field: string): string {
  const { dialect, name } = of;
  const known = dialect.knowledge.of(name).params?.[field];
  if (typeof known === "string") return known;
  const resource = resourceOf(name);
  // Other things refer to a server as this one does.
  const place = placeIn(of, resource, field) ?? (field.endsWith("Id") ? placeIn(of, undefined, field) : undefined);
  const said = place?.at(-1);
  const isOwn = said !== undefined && (place?.length === 1 || !/^id$/i.test(said));
  return isOwn ? said : styled(field, styleHere(of));
}

/** What else a field may be called: as the contract has it, or after the thing that it stands in elsewhere. */
export function otherNames(of: Asking, field: string): readonly string[] {
  const style = styleHere(of);
  const place = placeIn(of, resourceOf(of.name), field);
  const outer = /^id$/i.test(place?.at(-1) ?? "") ? place?.at(-2) : undefined;
  const nested = outer === undefined ? [] : [styled(`${outer}Id`, style), outer];
  return [...nested, ...([style, "camel", "snake", "pascal", "kebab"] as const).map((one) => styled(field, one))];
}

/** A value as the service itself says such values: its own word for a state, its own form of a time or an id. */
export function spoken(of: Asking, field: string, value: unknown): unknown {
  const resource = resourceOf(of.name);
  const place = placeIn(of, resource, field);
  if (field.endsWith("Id") && typeof value === "string") return idOf(of, field, value);
  if (!place || typeof value !== "string") return value;
  const examples = of.dialect.seen
    .all(resource)
    .map(({ item, given }) => ({ item, raw: getValueAtPath(given, place) }));
  const same = examples.find(({ item, raw }) => item[field] === value && raw !== undefined && !isRecord(raw));
  if (same) return same.raw;
  const raws = examples.map(({ raw }) => raw).filter((raw) => raw !== undefined && raw !== null);
  if (timeOf(value) && /At$/.test(field)) return countedTime(of, resource, value) ?? value;
  const isChoice = subjectOf(of.name)?.fields[field]?.shape.kind === "choice";
  const isUpper =
    raws.length > 0 && raws.every((raw) => typeof raw === "string" && /[A-Z]/.test(raw) && raw === raw.toUpperCase());
  return isChoice && isUpper ? value.toUpperCase() : value;
}

/** Ids that are numbers there are sent as such, where no digit gets lost. */
function idOf({ dialect }: Asking, field: string, value: string): unknown {
  const given = dialect.seen.find(
    field.replace(/^default(?=[A-Z])|Id$/g, "").replace(/^[A-Z]/, (letter) => letter.toLowerCase()),
    value,
  )?.given;
  const number = Number(value);
  return given && Number.isSafeInteger(number) && Object.values(given).includes(number) ? number : value;
}

/** Where times are counted since 1970, in the same unit. */
function countedTime(of: Asking, resource: string, value: string): number | undefined {
  const place = placeIn(of, resource, "createdAt");
  const raw = of.dialect.seen
    .all(resource)
    .map(({ given }) => place && getValueAtPath(given, place))
    .find((one) => one !== undefined);
  const count = typeof raw === "number" ? numberOf(raw) : undefined;
  if (count === undefined) return undefined;
  const ms = Date.parse(value);
  return count > 1e14 ? ms * 1000 : count > 1e11 ? ms : Math.floor(ms / 1000);
}

/** An object that stands in a field, in items that were seen. */
function innerExamples(of: Asking, field: string): readonly UnknownRecord[] {
  const resource = resourceOf(of.name);
  const place = placeIn(of, resource, field);
  if (!place) return [];
  const seen = of.dialect.seen.all(resource).map(({ given }) => getValueAtPath(given, place));
  return seen.filter(isRecord);
}

/** The names in such objects. */
export function innerKeys(of: Asking, field: string): ReadonlySet<string> {
  return new Set(innerExamples(of, field).flatMap(Object.keys));
}

function innerShape(of: Asking, field: string) {
  const shape = subjectOf(of.name)?.fields[field]?.shape;
  return shape?.kind === "object" ? shape : undefined;
}

/** What the fields of an object are called in items that were seen. */
export function innerNames(of: Asking, field: string): UnknownRecord {
  const shape = innerShape(of, field);
  const examples = innerExamples(of, field);
  if (!shape || examples.length === 0) return {};
  const found = recogniseFields({ resource: field, fields: shape.fields, family: familyOf(field), items: examples });
  const names = Object.entries(found).map(([name, { place: inner }]) => [name, inner.at(-1)] as const);
  // The only one that is left is what the only other one is called.
  const taken = new Set(names.map(([, name]) => name));
  const [key, otherKey] = [...innerKeys(of, field)].filter((one) => !taken.has(one));
  const [inner, otherInner] = Object.keys(shape.fields).filter((one) => !(one in found));
  const isLeft = key !== undefined && inner !== undefined && otherKey === undefined && otherInner === undefined;
  return Object.fromEntries(isLeft ? [...names, [inner, key] as const] : names);
}
