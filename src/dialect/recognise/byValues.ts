import { fitOf, idOf, isSaid } from "../language/fit.ts";
import { namesOf } from "../language/resourceNames.ts";
import { timeOf } from "../language/times.ts";
import type { Column } from "./columns.ts";
import type { FoundField, Recognising } from "./foundFields.ts";

/** What can name one of many where there is no id, likeliest first. */
export const identities =
  "qualifiedname uniquename identifier slug key handle login username fullname name code sha number path version email title subject".split(
    " ",
  );

type Found = Map<string, FoundField>;

/** Without an id, what names an item also selects it; without a name, what selects it also names it. */
export function byIdentity(wanted: Recognising, columns: readonly Column[], found: Found): void {
  if (!("id" in wanted.fields)) return;
  const [own = ""] = namesOf(wanted.resource);
  const [first] = identities.flatMap((name) => {
    const called = [name, own + name];
    return columns.filter(({ inner, outer, values }) => called.includes(inner) && outer.length === 0 && areIds(values));
  });
  if (!found.has("id") && first) found.set("id", { place: first.place, because: "values" });
}

/** Without an id or a name nothing can be shown: then what stands in the fields has to tell. */
export function byValues(wanted: Recognising, columns: readonly Column[], found: Found): void {
  const free = columns.filter(({ place }) => place.length === 1);
  const take = (field: string, suits: (values: readonly unknown[], column: Column) => boolean) => {
    if (!(field in wanted.fields) || found.has(field)) return;
    const fitting = free.filter((column) => column.values.every(isSaid) && suits(column.values, column));
    const [column] = fitting;
    // Two that could be it: rather say so than take the wrong one.
    if (!column || fitting.length > 1) return;
    free.splice(free.indexOf(column), 1);
    found.set(field, { place: column.place, because: "values" });
  };
  take("id", (values, { inner }) => !isReference(inner) && areIds(values) && values.every(isIdentifier));
  take("name", (values) => values.length > 1 && areIds(values) && values.every(isTitle));
  const id = found.get("id");
  if ("name" in wanted.fields && !found.has("name")) {
    const slug = found.get("slug") ?? id;
    if (slug) found.set("name", { place: slug.place, because: "values" });
  }
  const status = wanted.fields.status;
  take("status", (values) => status !== undefined && fitOf(status.shape, values, wanted.family("status")) === 1);
  take("createdAt", (values) => values.every((value) => timeOf(value) !== undefined));
}

/** Each item has one of its own. */
function areIds(values: readonly unknown[]): boolean {
  const ids = values.map(idOf);
  return ids.length > 0 && !ids.includes(undefined) && new Set(ids).size === ids.length;
}

/** `ownerId`, `contentHash`: an id, but of something else. */
function isReference(plain: string): boolean {
  return /(?:ids?|uuid|key|ref|hash|digest|sha|token|etag|url|by|count)$/.test(plain);
}

/** A UUID, or letters and digits of which none was meant to be read. */
function isIdentifier(value: unknown): boolean {
  if (typeof value !== "string" || timeOf(value) !== undefined) return false;
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$|^[a-z]{2,12}_\w{8,}$|^[0-9a-f]{16,64}$|^[0-9A-Z]{26}$/i.test(value);
}

function isTitle(value: unknown): boolean {
  return (
    typeof value === "string" &&
    /\p{L}/u.test(value) &&
    value.length <= 100 &&
    !/^\w+:|^\S*[/@]\S*$/.test(value) &&
    !isIdentifier(value) &&
    timeOf(value) === undefined
  );
}
