import { applyCasing } from "./conventions/casing.ts";
import type { Conventions } from "./conventions/conventions.ts";
import type { Style } from "./conventions/style.ts";
import { formatShownTime, formatWireTime } from "./conventions/times.ts";
import { type Fields, isFields, mergeFields, nestValue } from "./json.ts";
import { spokenResourceName } from "./resources.ts";

/** An item as the service returns it and as the editor must display it. */
export interface WireItem {
  readonly wire: Fields;
  /** In the contract's terms. Omits fields that the service does not return; the name of an unknown state is in `unknown`. */
  readonly shown: Fields;
}

/** Fields that are required to display an item or to find related items. */
const essential = new Set(
  "id name status kind version serverId projectId skillId message at level sequence provider path used limit metrics checks cases summary key accessToken".split(
    " ",
  ),
);
const times = new Set(
  "createdAt updatedAt startedAt finishedAt joinedAt expiresAt lastUsedAt publishedAt connectedAt checkedAt at start end".split(
    " ",
  ),
);
const inner: Readonly<Record<string, string>> = {
  key: "apiKey",
  target: "target",
  summary: "summary",
  period: "period",
  cases: "case",
  checks: "check",
  history: "point",
  metrics: "metric",
  daily: "day",
  problems: "problem",
  files: "file",
  variables: "variable",
  accounts: "account",
  failure: "failure",
  location: "location",
  source: "source",
  version: "version",
};
/** Maps with names and values from the user. */
const maps = new Set(["environment", "metadata", "manifest", "data"]);
const families: Readonly<Record<string, string>> = {
  "point.status": "health",
  "check.status": "health",
  "event.level": "level",
  "health.status": "health",
};
const withStates = new Set(["deployment", "server", "testRun", "case", "installation", "oauthConnection"]);

/** Whether items contain a field. */
export function isFieldShown(conventions: Conventions, resource: string, field: string): boolean {
  const isLeftOut = conventions.nulls === "absent" && isNulled(conventions, resource, field);
  return essential.has(field) || !(conventions.isUnsaid(resource, field) || isLeftOut);
}

/** `isBrief` omits all fields that are not essential. */
export function createWireItem(
  conventions: Conventions,
  style: Style,
  resource: string,
  item: Fields,
  isBrief = false,
): WireItem {
  const wire: Record<string, unknown> = {};
  const shown: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(item)) {
    const isOptional = !isNeeded(style, resource, field);
    if (isOptional && (isBrief || conventions.isUnsaid(resource, field))) continue;
    if (value === null || (isOptional && isNulled(conventions, resource, field))) {
      if (value === null) shown[field] = null;
      const place = placeOf(conventions, style, resource, field);
      if (conventions.nulls === "null" || !isOptional) put(wire, place, null);
      continue;
    }
    const presented = presentValue(conventions, style, resource, field, value);
    Object.assign(shown, presented.shown);
    put(wire, placeOf(conventions, style, resource, field), presented.wire);
  }
  return { wire: { ...wire, ...(conventions.hasExtras && extras(style, resource, item)) }, shown };
}

function put(wire: Record<string, unknown>, place: readonly string[], value: unknown): void {
  const [name = "", ...inner] = place;
  const before = wire[name];
  const nested = inner.length === 0 ? value : nestValue(inner, value);
  wire[name] = isFields(before) && isFields(nested) ? mergeFields(before, nested) : nested;
}

/** A field that selects items must be in the response. */
function isNeeded({ selection }: Style, resource: string, field: string): boolean {
  if (field === "slug") return selection.by === "slug" || selection.by === "name";
  return essential.has(field) && !(resource === "deployment" && field === "message");
}

function isNulled({ mean, seed }: Conventions, resource: string, field: string): boolean {
  return mean.has("nulls") && (seed + resource.length * 7 + field.length * 3) % 3 === 0;
}

/** The temporary field for JSON:API relationships before the item is wrapped. */
export const relationshipsField = "@relationships";
const subjectFields: Readonly<Record<string, object>> = Object.fromEntries(
  ["project", "server", "deployment", "skill", "installation", "testRun"].map((resource) => [resource, { id: true }]),
);

/** The name of a field of items. A service with mixed styles uses different casings. */
export function wireFieldName(
  { naming, mean, seed }: Conventions,
  { casing }: Style,
  resource: string,
  field: string,
): string {
  const isOther = mean.has("motley") && (seed + field.length + resource.length) % 3 === 0;
  return applyCasing(naming.field(resource, field), isOther ? (casing === "camel" ? "snake" : "camel") : casing);
}

/** The path of a field in an item. */
function placeOf(conventions: Conventions, style: Style, resource: string, field: string): readonly string[] {
  const { groups, hasNestedReferences, hasRelationships } = conventions;
  const { casing } = style;
  const name = wireFieldName(conventions, style, resource, field);
  const isReference = /^(project|server|skill|organization)Id$/.test(field);
  const isRelated =
    hasRelationships &&
    style.item === "jsonApi" &&
    style.list.kind === "jsonApi" &&
    "id" in (subjectFields[resource] ?? {});
  if (isRelated && isReference) return [relationshipsField, applyCasing(field.slice(0, -2), casing), "data", "id"];
  if (hasNestedReferences && isReference && resource !== "usage")
    return [applyCasing(field.slice(0, -2), casing), "id"];
  if (groups === "times" && /^(created|updated)At$/.test(field)) return ["timestamps", name];
  if (groups === "resource" && ["server", "project", "deployment"].includes(resource)) {
    if (/^(name|createdAt|updatedAt|etag)$/.test(field)) return ["metadata", name];
    if (field === "status" || field === "statusDetail") return ["status", field === "status" ? "phase" : "reason"];
  }
  return [name];
}

function presentValue(
  conventions: Conventions,
  style: Style,
  resource: string,
  field: string,
  value: unknown,
): { readonly wire: unknown; readonly shown: Fields } {
  const { ids, times: timeStyle, states, numbers, people, latestVersion, stateIn } = conventions;
  const same = { wire: value, shown: { [field]: value } };
  if (Array.isArray(value)) return presentList(conventions, style, field, value);
  if (isFields(value)) {
    const resource = inner[field];
    if (maps.has(field) || resource === undefined) return same;
    const item = createWireItem(conventions, style, resource, value);
    return { wire: item.wire, shown: { [field]: item.shown } };
  }
  if (typeof value === "number" && numbers === "text" && resource !== "event") return { ...same, wire: String(value) };
  if (typeof value !== "string") return same;
  if (people === "object" && (field === "triggeredBy" || field === "publishedBy"))
    return { ...same, wire: { id: "u-17", name: value, email: "someone@example.com" } };
  if (latestVersion === "object" && field === "latestVersion") return { ...same, wire: { id: "v-3", version: value } };
  if ((field === "id" && resource !== "case") || (field.endsWith("Id") && resource !== "account"))
    return { wire: ids.wire(value), shown: { [field]: ids.text(value) } };
  if (times.has(field))
    return { wire: formatWireTime(timeStyle, value), shown: { [field]: formatShownTime(timeStyle, value) } };
  const family =
    families[`${resource}.${field}`] ?? (field === "status" && withStates.has(resource) ? resource : undefined);
  if (family === undefined) return same;
  const { text, isStrange } = states.say(family, value);
  const isObject = stateIn !== undefined && field === "status" && withStates.has(resource);
  return { wire: isObject ? { [stateIn]: text } : text, shown: { [field]: isStrange ? { unknown: text } : value } };
}

function presentList(
  conventions: Conventions,
  style: Style,
  field: string,
  value: readonly unknown[],
): { readonly wire: unknown; readonly shown: Fields } {
  const resource = inner[field];
  if (field === "usedBy") {
    const ids = value.map(String);
    return { wire: ids.map(conventions.ids.wire), shown: { usedBy: ids.map(conventions.ids.text) } };
  }
  if (resource === undefined || !value.every(isFields)) return { wire: value, shown: { [field]: value } };
  const items = value.map((one) => createWireItem(conventions, style, resource, one));
  return { wire: items.map(({ wire }) => wire), shown: { [field]: items.map(({ shown }) => shown) } };
}

/** Fields that the contract does not have. */
function extras({ casing }: Style, resource: string, item: Fields): Fields {
  if (!("id" in item) || resource === "case") return {};
  return {
    object: applyCasing(spokenResourceName(resource), casing),
    [applyCasing("regionCode", casing)]: "eu-west-1",
    labels: { team: "blue" },
    [applyCasing("isArchived", casing)]: false,
  };
}
