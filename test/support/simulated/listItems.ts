import type { OperationName } from "../../../src/contract/operations.ts";
import { applyCasing } from "./conventions/casing.ts";
import type { Conventions } from "./conventions/conventions.ts";
import type { Style } from "./conventions/style.ts";
import type { Fields } from "./json.ts";
import { operationSubjects } from "./resources.ts";

/** Filters of the contract's lists that a service may know as well. */
const filters: Partial<Record<OperationName, readonly string[]>> = {
  "servers.list": ["projectId", "status"],
  "deployments.list": ["serverId", "projectId", "status"],
  "skills.list": ["projectId"],
  "registry.artifacts": ["kind"],
};

/** The names of the filters a list knows, by the contract's. */
export function wireFilterNames(
  { naming, areFiltersHeeded }: Conventions,
  { casing }: Style,
  operation: OperationName,
): ReadonlyMap<string, string> {
  const { resource } = operationSubjects[operation];
  const known = areFiltersHeeded ? (filters[operation] ?? []) : [];
  return new Map(known.map((field) => [applyCasing(naming.field(resource, field), casing), field]));
}

/** The items that a request's filters leave; their values are the service's own. */
export function filterItems(
  conventions: Conventions,
  style: Style,
  operation: OperationName,
  items: readonly Fields[],
  query: URLSearchParams,
): readonly Fields[] {
  const { ids, states } = conventions;
  const { resource } = operationSubjects[operation];
  let left = items;
  for (const [name, field] of wireFilterNames(conventions, style, operation)) {
    const given = query.get(name);
    if (given === null || given === "") continue;
    const isSame = (value: unknown) => {
      if (field.endsWith("Id")) return ids.text(String(value)) === given;
      return field === "status" ? states.say(resource, String(value)).text === given : String(value) === given;
    };
    left = left.filter((item) => isSame(item[field]));
  }
  return left;
}

/** Lists that grow while they are turned: one more in front with each page that is asked for. */
export function growList(operation: OperationName, items: readonly Fields[], turns: number): readonly Fields[] {
  const [first] = items;
  if (!first || !["projects.list", "servers.list", "skills.list", "registry.artifacts"].includes(operation))
    return items;
  const more = Array.from({ length: turns }, (_, index) => ({
    ...first,
    id: `${String(first.id)}-later-${index}`,
    name: `Came later ${index}`,
  }));
  return [...more.toReversed(), ...items];
}

/** So many that with those that are there at first there are tens of thousands. */
export function multiplyItems(items: readonly Fields[], count: number): readonly Fields[] {
  const [first] = items;
  if (!first) return [];
  return Array.from({ length: count - items.length }, (_, index) => ({
    ...first,
    id: `${String(first.id).slice(0, 4)}many-${index}`,
    name: `One of many ${index}`,
    slug: `one-of-many-${index}`,
  }));
}
