import { isOperationName } from "../../../contract/operationNames.ts";
import { type ListName, type OperationName, operations } from "../../../contract/operations.ts";
import type { Profile, Selector } from "../../../contract/profile.ts";
import type { Fields } from "../language/json.ts";
import { namesOf } from "../language/resourceNames.ts";
import { type Style, styled, styleOf } from "../language/style.ts";
import { subjectOf } from "../language/subjects.ts";
import { plainName } from "../language/words.ts";

/** Of which resource an operation selects one, where it does. */
const owners: Partial<Record<OperationName, string>> = {
  "apiKeys.delete": "apiKey",
  "organization.get": "organization",
  "organization.members": "organization",
  "organization.usage": "organization",
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
  "oauthConnection.get": "oauthConnection",
  "oauthConnection.delete": "oauthConnection",
};

/** Where all of a resource are found. */
const lists: Readonly<Record<string, ListName>> = {
  apiKey: "apiKeys.list",
  organization: "organizations.list",
  project: "projects.list",
  server: "servers.list",
  deployment: "deployments.list",
  skill: "skills.list",
  artifact: "registry.artifacts",
  oauthConnection: "oauthConnections.list",
};

/** The resource that an operation's `id` names one of; undefined where it is a filter, or there is none. */
export function ownerOf(operation: OperationName): string | undefined {
  return owners[operation];
}

export function listOf(resource: string): ListName | undefined {
  return lists[resource];
}

/** The field by which an answer says which one it is of. */
export function proofOf(operation: OperationName): string {
  const owner = owners[operation] ?? "";
  return subjectOf(operation)?.resource === owner ? "id" : `${owner}Id`;
}

/** Reading operations that show how one of a resource is selected, those whose answer says which one it is first. */
export function readersOf(owner: string): readonly OperationName[] {
  return Object.keys(owners)
    .filter(isOperationName)
    .filter((name) => owners[name] === owner && operations[name].method === "GET");
}

/**
 * Ways a service may want one of a resource to be named, likeliest first: as it does for this very operation, as it asked for, for
 * another one of the same resource, in the style of those known of other resources, then as services usually do.
 */
export function selectorsFor(
  profile: Profile,
  operation: OperationName,
  named: ReadonlyMap<string, Selector["in"]>,
  item: Fields | undefined,
): readonly Selector[] {
  const owner = owners[operation] ?? "";
  const own = profile.operations[operation]?.select;
  const style = styleOf(profile, owner);
  const known = Object.entries(profile.operations).flatMap(([name, { select }]) => {
    const of = isOperationName(name) ? owners[name] : undefined;
    return select && of !== undefined ? [{ of, select }] : [];
  });
  const same = known.filter(({ of }) => of === owner).map(({ select }) => select);
  const alike = known.filter(({ of }) => of !== owner).flatMap(({ of, select }) => inStyle(select, of, owner, style));
  const told = [...named].map(([name, where]) => toldSelector(where, name, owner, item));
  const fields = new Set(Object.keys(subjectFields(owner)));
  const all = [...(own ? [own] : []), ...told, ...same, ...alike, ...usual(owner, style)];
  return distinct(all.filter((one) => one === own || one.value === undefined || fields.has(one.value) || item));
}

/** A parameter that the service named itself. */
export function toldSelector(where: Selector["in"], name: string, owner: string, item: Fields | undefined): Selector {
  return { in: where, name, ...valueFor(name.replace(/^x-/i, ""), owner, item) };
}

function subjectFields(owner: string): Readonly<Record<string, unknown>> {
  const list = lists[owner];
  return (list && subjectOf(list)?.fields) ?? {};
}

/**
 * How all resources are named that reading proved, two at least, where they are all named alike; undefined where the service has no
 * such custom.
 */
export function customarySelector(profile: Profile, owner: string): Selector | undefined {
  const style = styleOf(profile, owner);
  const proven = Object.entries(profile.operations).flatMap(([name, { select }]) => {
    const of = isOperationName(name) && operations[name].method === "GET" ? owners[name] : undefined;
    return select && select.value === undefined && of !== undefined && of !== owner ? [{ of, select }] : [];
  });
  const [custom, other] = distinct(proven.flatMap(({ of, select }) => inStyle(select, of, owner, style)));
  return new Set(proven.map(({ of }) => of)).size > 1 && other === undefined ? custom : undefined;
}

/** `serverId` for servers is `projectId` for projects; an `oauthConnection` may be called a connection. */
function inStyle(select: Selector, from: string, to: string, style: Style): Selector[] {
  const plain = plainName(select.name);
  const spoken = [from, lastWord(from)].find((one) => plain.includes(plainName(one)));
  if (spoken === undefined) return [select];
  const words = styled(to, styleIn(select.name) ?? style);
  const name = select.name.replace(new RegExp(spoken.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "[_-]?"), "i"), (found) =>
    /^[A-Z]/.test(found) ? capital(words) : words,
  );
  return [{ ...select, name }];
}

/** What a name of several words shows of its style. */
function styleIn(name: string): Style | undefined {
  if (name.includes("_")) return "snake";
  if (name.includes("-")) return "kebab";
  return /[a-z][A-Z]/.test(name) ? "camel" : undefined;
}

function usual(owner: string, style: Style): Selector[] {
  const last = lastWord(owner).toLowerCase();
  const own = ["id", `${last}Id`, `${owner}Id`].map((name) => styled(name, style));
  const [, , id = ""] = own;
  const other = styled(`${owner}Id`, style === "snake" ? "camel" : "snake");
  const inQuery = [...own, other].map((name): Selector => ({ in: "query", name }));
  const rare = [styled("uuid", style), styled(owner, style), styled(last, style), "id"];
  const header = `X-${styled(owner, "kebab").split("-").map(capital).join("-")}`;
  return [
    ...inQuery,
    { in: "query", name: styled("slug", style), value: "slug" },
    { in: "query", name: styled("name", style), value: "name" },
    { in: "header", name: `${header}-Id` },
    ...rare.map((name): Selector => ({ in: "query", name })),
    { in: "body", name: id },
  ];
}

/** The field of an item that a parameter wants: its slug, its name, or whatever field is called so. */
function valueFor(name: string, owner: string, item: Fields | undefined): { value: string } | object {
  const plain = plainName(name);
  const spoken = [owner, ...namesOf(owner)].map(plainName).find((one) => plain.startsWith(one)) ?? "";
  const bare = plain.slice(spoken.length);
  const isOf = (field: string) => field !== "id" && bare !== "id" && [plain, bare].includes(plainName(field));
  const field = Object.keys(item ?? {}).find(isOf);
  if (field !== undefined) return { value: field };
  // The name of something else, as `orgName`, is not this one's.
  const [, said] = /^(?:display|full|unique)?(slug|handle|name)$/.exec(bare) ?? [];
  return said === undefined ? {} : { value: said === "name" ? "name" : "slug" };
}

/** All of which one can be selected. */
export const belongings = [...new Set(Object.values(owners))];

export const lastWord = (owner: string) => owner.replace(/^.*?(?=[A-Z][a-z]*$)/, "");

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

function distinct(all: readonly Selector[]): readonly Selector[] {
  return [...new Map(all.map((one) => [keyOf(one), one])).values()];
}

/** The same for the same way. */
export function keyOf({ in: where, name, value = "" }: Selector): string {
  return JSON.stringify([where, name, value]);
}
