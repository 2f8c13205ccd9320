import type { OperationName } from "../../../src/contract/operations.ts";
import { applyCasing } from "./conventions/casing.ts";
import type { Conventions } from "./conventions/conventions.ts";
import type { Style } from "./conventions/style.ts";
import type { Fields } from "./json.ts";
import { operationSubjects } from "./resources.ts";

/** Filters of the contract's lists that a service may support. */
const filters: Partial<Record<OperationName, readonly string[]>> = {
  "servers.list": ["projectId", "status"],
  "deployments.list": ["serverId", "projectId", "status"],
  "skills.list": ["projectId"],
  "registry.artifacts": ["kind"],
};

/** Maps the service's names of a list's filters to the contract's. */
export function wireFilterNames(
  { naming, areFiltersHeeded }: Conventions,
  { casing }: Style,
  operation: OperationName,
): ReadonlyMap<string, string> {
  const { resource } = operationSubjects[operation];
  const known = areFiltersHeeded ? (filters[operation] ?? []) : [];
  return new Map(known.map((field) => [applyCasing(naming.field(resource, field), casing), field]));
}

/** Returns the items that match a request's filters, whose values are in the service's format. */
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
    const requested = query.get(name);
    if (requested === null || requested === "") continue;
    const isSame = (value: unknown) => {
      if (field.endsWith("Id")) return ids.text(String(value)) === requested;
      return field === "status" ? states.say(resource, String(value)).text === requested : String(value) === requested;
    };
    left = left.filter((item) => isSame(item[field]));
  }
  return left;
}

/** Adds an item at the front for each turned page. */
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

/** Creates items so that the list has `count` in total. */
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
