import type { ServiceClient } from "../../../../src/client/client.ts";
import type { OperationInput, ReceivedOutput } from "../../../../src/contract/operations.ts";
import type { Installation } from "../../../../src/contract/skills.ts";
import { assertHolds } from "../fuzz/law.ts";

/** What the service acknowledged and therefore must have after every restart. */
export interface ServiceModel {
  readonly projects: Map<string, ReceivedOutput<"project.get">>;
  readonly servers: Map<
    string,
    Pick<ReceivedOutput<"server.update">, "id" | "projectId" | "name" | "slug" | "description" | "createdAt">
  >;
  readonly skills: Map<
    string,
    { readonly skill: ReceivedOutput<"skill.update">; readonly text: string; readonly versions: readonly string[] }
  >;
  readonly keys: Map<
    string,
    { readonly name: string; readonly scopes: readonly string[] | undefined; readonly prefix: string | undefined }
  >;
  readonly installations: Map<string, { readonly skillId: string; readonly status: Installation["status"] }>;
  /** POSTs that can be repeated. */
  readonly posts: { readonly input: OperationInput<"projects.create">; readonly key: string; readonly id: string }[];
  /** Started runs. They may end in any way but must end. */
  readonly runs: Set<string>;
  /** Steps. */
  done: number;
  settings:
    | { readonly notifyOn: string; readonly keepDeployments: number; readonly etag: string | undefined }
    | undefined;
}

export function createServiceModel(): ServiceModel {
  const [projects, servers, skills, keys, installations] = [new Map(), new Map(), new Map(), new Map(), new Map()];
  return { projects, servers, skills, keys, installations, posts: [], runs: new Set(), done: 0, settings: undefined };
}

/** Compares all that the service lists with the model. */
export async function compareWithService(model: ServiceModel, client: ServiceClient): Promise<void> {
  const projects = await collectAll(client.list("projects.list", { limit: 7 }));
  // The first project is not part of the model.
  same(
    "projects",
    projects.filter(({ id }) => model.projects.has(id)).map(ofProject),
    [...model.projects.values()].map(ofProject),
  );
  assertHolds(
    projects.length <= model.projects.size + 1,
    () => `${projects.length} projects, ${model.projects.size} were made.`,
  );
  same(
    "servers",
    (await collectAll(client.list("servers.list", { limit: 7 }))).map(ofServer),
    [...model.servers.values()].map(ofServer),
  );
  const skills = await collectAll(client.list("skills.list", {}));
  same(
    "skills",
    skills.map(ofSkill),
    [...model.skills.values()].map(({ skill }) => ofSkill(skill)),
  );
  const keys = (await collectAll(client.list("apiKeys.list", {}))).filter(({ id }) => model.keys.has(id));
  same(
    "keys",
    keys.map(ofKey),
    [...model.keys].map(([id, key]) => ofKey({ id, ...key })),
  );
  for (const { skill, versions } of model.skills.values()) await compareSkill(model, client, skill, versions);
  if (model.settings) {
    const { notifyOn, keepDeployments, etag } = await client.call("userSettings.get", {});
    same("settings", { notifyOn, keepDeployments, etag }, model.settings);
  }
}

type Skill = ReceivedOutput<"skill.update">;

async function compareSkill(
  model: ServiceModel,
  client: ServiceClient,
  { id, artifactId }: Skill,
  versions: readonly string[],
): Promise<void> {
  if (artifactId) {
    const published = await collectAll(client.list("registry.versions", { id: artifactId }));
    same("versions", published.map(({ version }) => version).toSorted(), versions.toSorted());
  }
  const installed = await collectAll(client.list("skill.installations", { id }));
  const known = [...model.installations]
    .filter(([, { skillId }]) => skillId === id)
    .map(([own, { status }]) => `${own} ${status}`);
  same("installations", installed.map((one) => `${one.id} ${one.status}`).toSorted(), known.toSorted());
}

/** Waits until started work ends, which it must also do when the service ends in between. */
export async function waitForRuns(model: ServiceModel, client: ServiceClient): Promise<void> {
  const end = Date.now() + 30_000;
  for (const id of model.runs) {
    for (;;) {
      const { status } = await client.call("skillTestRun.get", { id });
      if (status !== "queued" && status !== "running") break;
      assertHolds(Date.now() < end, () => `Test run ${id} is ${status} for ever.`);
    }
  }
  for (const id of model.servers.keys()) {
    for (;;) {
      const [server] = (await client.call("servers.list", { id })).items;
      if (server?.status !== "generating") break;
      assertHolds(Date.now() < end, () => `Server ${id} is generating for ever.`);
    }
  }
}

const ofProject = ({ id, name, slug, description, etag, createdAt, updatedAt }: ReceivedOutput<"project.get">) => ({
  id,
  name,
  slug,
  description,
  etag,
  createdAt,
  updatedAt,
});
const ofServer = ({
  id,
  projectId,
  name,
  slug,
  description,
  createdAt,
}: Pick<ReceivedOutput<"server.update">, "id" | "projectId" | "name" | "slug" | "description" | "createdAt">) => ({
  id,
  projectId,
  name,
  slug,
  description,
  createdAt,
});
const ofSkill = ({ id, projectId, name, description, latestVersion, digest, valid, etag }: Skill) => ({
  id,
  projectId,
  name,
  description,
  latestVersion,
  digest,
  valid,
  etag,
});
const ofKey = ({
  id,
  name,
  scopes,
  prefix,
}: {
  id: string;
  name: string;
  scopes?: readonly string[] | undefined;
  prefix?: string | undefined;
}) => ({ id, name, scopes, prefix });

/** Reads every page of a list. */
export async function collectAll<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

function same(what: string, found: unknown, known: unknown): void {
  const [one, other] = [sorted(found), sorted(known)];
  assertHolds(one === other, () => `The ${what} are ${one}, not ${other}.`);
}

const sorted = (value: unknown) =>
  Array.isArray(value) ? JSON.stringify(value.map((one) => JSON.stringify(one)).toSorted()) : JSON.stringify(value);
