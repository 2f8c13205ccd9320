import { type OperationName, operations } from "../../contract/operations.ts";
import type { Profile, Selector } from "../../contract/profile.ts";
import { plainName } from "./words.ts";

/** Of which resource an operation selects one, where it does. */
const owners: Partial<Record<OperationName, string>> = {
  "apiKeys.delete": "apiKey",
  "project.get": "project",
  "project.update": "project",
  "server.update": "server",
  "server.generate": "server",
  "server.deploy": "server",
  "deployment.get": "deployment",
  "deployment.events": "deployment",
  "deployment.health": "deployment",
  "skill.update": "skill",
  "skill.installations": "skill",
  "skill.install": "skill",
  "skill.uninstall": "skill",
  "serverTestRuns.list": "server",
  "serverTestRuns.start": "server",
  "serverTestRun.get": "testRun",
  "skillTestRuns.list": "skill",
  "skillTestRuns.start": "skill",
  "skillTestRun.get": "testRun",
  "registry.artifact": "artifact",
  "registry.versions": "artifact",
  "oauthConnection.get": "connection",
  "oauthConnection.delete": "connection",
};

/** The resource that an operation's `id` names one of; undefined where it is a filter, or there is none. */
export function ownerOf(operation: OperationName): string | undefined {
  return owners[operation];
}

/** A reading operation that shows how one of a resource is selected. */
export function readerOf(owner: string): OperationName | undefined {
  const names = Object.keys(owners).filter((name): name is OperationName => name in operations);
  return names.find((name) => owners[name] === owner && operations[name].method === "GET");
}

/**
 * Ways a service may want one of a resource to be named, likeliest first: as it does for this very operation, for another one of the
 * same resource, in the style of those known of other resources, then as services usually do.
 */
export function selectorsFor(
  profile: Profile,
  operation: OperationName,
  named: readonly string[],
): readonly Selector[] {
  const owner = owners[operation] ?? "";
  const own = profile.operations[operation]?.select;
  const known = Object.entries(profile.operations).flatMap(([name, { select }]) => {
    const of = isOperation(name) ? owners[name] : undefined;
    return select && of !== undefined ? [{ of, select }] : [];
  });
  const same = known.filter(({ of }) => of === owner).map(({ select }) => select);
  const alike = known.filter(({ of }) => of !== owner).flatMap(({ of, select }) => inStyle(select, of, owner));
  const told = named
    .filter((name) => isSelecting(name, owner))
    .map((name): Selector => ({ in: "query", name, ...valueFor(name) }));
  return distinct([...(own ? [own] : []), ...told, ...same, ...alike, ...usual(owner)]);
}

/** `serverId` for servers is `projectId` for projects. */
function inStyle(select: Selector, from: string, to: string): Selector[] {
  const plain = plainName(select.name);
  if (!plain.includes(plainName(from))) return [select];
  const words = /[_-]/.test(select.name)
    ? to.replaceAll(/[A-Z]/g, (letter) => `${select.name.includes("_") ? "_" : "-"}${letter.toLowerCase()}`)
    : to;
  const name = select.name.replace(new RegExp(from.replaceAll(/(?=[A-Z])/g, "[_-]?"), "i"), (found) =>
    /^[A-Z]/.test(found) ? capital(words) : words,
  );
  return [{ ...select, name }];
}

function usual(owner: string): Selector[] {
  const snake = owner.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const last = owner.replace(/^.*?(?=[A-Z][a-z]*$)/, "").toLowerCase();
  const ids = [
    "id",
    `${owner}Id`,
    `${snake}_id`,
    `${last}Id`,
    `${last}_id`,
    owner,
    snake,
    "uuid",
    `${snake}_uuid`,
    `${snake.replaceAll("_", "-")}-id`,
    `${owner}ID`,
    capital(`${owner}Id`),
  ];
  const inQuery = ids.map((name): Selector => ({ in: "query", name }));
  const byHeader = [`X-${capital(owner)}-Id`, `X-${capital(last)}-Id`].map(
    (name): Selector => ({ in: "header", name }),
  );
  return [
    ...inQuery,
    { in: "query", name: "slug", value: "slug" },
    { in: "query", name: "name", value: "name" },
    ...byHeader,
  ];
}

function valueFor(name: string): { value: string } | object {
  const plain = plainName(name);
  return plain.endsWith("slug") ? { value: "slug" } : plain.endsWith("name") ? { value: "name" } : {};
}

/** Whether a parameter that a service asks for can be the one that names the thing. */
function isSelecting(name: string, owner: string): boolean {
  const plain = plainName(name);
  return /(?:id|uuid|slug|name|key|ref|guid)$/.test(plain) || plain === plainName(owner);
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name);

function distinct(all: readonly Selector[]): readonly Selector[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}
