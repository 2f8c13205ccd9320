import type { OperationName } from "../../../src/contract/operations.ts";
import { type Fields, isFields } from "../../support/simulated/json.ts";
import { operationSubjects } from "../../support/simulated/resources.ts";
import { abbreviateJson, findDifference, findListDifference } from "./compare.ts";
import type { JudgedDialect, ReadVerdict } from "./judgedService.ts";

/** Reads every surface as the editor does, and compares the result with the service's data. */
export async function judgeReads(of: JudgedDialect): Promise<readonly ReadVerdict[]> {
  const { truth } = of;
  const verdicts: ReadVerdict[] = [];
  const judge = async (surface: string, operation: OperationName, look: () => Promise<string | undefined>) => {
    verdicts.push(await verdictOf(of, surface, operation, look));
  };
  const list = (surface: string, operation: OperationName, input: Fields = {}, filter?: Fields) =>
    judge(surface, operation, () => readList(of, operation, input, filter));
  const one = (surface: string, operation: OperationName, input: Fields = {}) =>
    judge(surface, operation, () => readOne(of, operation, input));
  const each = (surface: string, operation: OperationName, ids: readonly string[]) =>
    judge(surface, operation, () => firstOf(ids, (id) => readOne(of, operation, { id })));
  const eachList = (surface: string, operation: OperationName, ids: readonly string[]) =>
    judge(surface, operation, () => firstOf(ids, (id) => readList(of, operation, { id })));

  const projects = await idsOf(of, "projects.list");
  const servers = await truth.all("servers.list", {});
  const deployments = await truth.all("deployments.list", {});
  const skills = await idsOf(of, "skills.list");
  const artifacts = await truth.all("registry.artifacts", {});
  const connections = await idsOf(of, "oauthConnections.list");
  const serverIds = servers.map(({ id }) => String(id));
  const tested = serverIds.slice(-3, -1);
  const running = deployments
    .filter(({ status }) => status === "running" || status === "degraded")
    .map(({ id }) => String(id));
  const finished = deployments.filter(({ status }) => status === "failed").map(({ id }) => String(id));

  await one("me", "me.get");
  await list("organizations", "organizations.list");
  await one("organization", "organization.get");
  await list("members", "organization.members");
  await one("usage", "organization.usage");
  await list("API keys", "apiKeys.list");
  await one("user settings", "userSettings.get");
  await list("projects", "projects.list");
  await each("each project", "project.get", projects);
  await list("servers", "servers.list");
  const [, project] = projects;
  if (project !== undefined) await list("servers of a project", "servers.list", {}, { projectId: project });
  await list("deployments", "deployments.list");
  const [, , server] = tested.length > 0 ? [...tested, serverIds.at(-1)] : [];
  if (server !== undefined) {
    await list("deployments of a server", "deployments.list", {}, { serverId: server });
    await list("a server by its id", "servers.list", {}, { id: server });
  }
  await each(
    "each deployment",
    "deployment.get",
    deployments.slice(0, 5).map(({ id }) => String(id)),
  );
  if (finished.length > 0) {
    await judge("events", "deployment.events", () => firstOf(finished.slice(0, 2), (id) => readEvents(of, id, "list")));
    await judge("events followed", "deployment.events", () =>
      firstOf(finished.slice(0, 1), (id) => readEvents(of, id, "follow")),
    );
  }
  if (running.length > 0) await each("health", "deployment.health", running.slice(0, 2));
  await list("skills", "skills.list");
  if (skills.length > 0) {
    await eachList("installations", "skill.installations", skills);
    await eachList("test runs of skills", "skillTestRuns.list", skills.slice(-2));
    await each("test run of a skill", "skillTestRun.get", await runsOf(of, "skillTestRuns.list", skills.slice(-2)));
  }
  if (tested.length > 0) {
    await eachList("test runs of servers", "serverTestRuns.list", tested);
    await each(
      "test run of a server",
      "serverTestRun.get",
      (await runsOf(of, "serverTestRuns.list", tested)).slice(0, 4),
    );
  }
  await list("artifacts", "registry.artifacts");
  if (artifacts.length > 0) {
    await list("artifacts of a kind", "registry.artifacts", {}, { kind: "skill" });
    const some = [artifacts[0], artifacts.at(-1), artifacts.at(-2)].map((artifact) => String(artifact?.id));
    await each("artifact", "registry.artifact", some);
    await eachList("versions", "registry.versions", some);
  }
  await list("OAuth connections", "oauthConnections.list");
  if (connections.length > 0) await each("each OAuth connection", "oauthConnection.get", connections);
  if (serverIds.length > 0) await judge("token", "runtime.token", () => readToken(of, serverIds[0] ?? ""));
  return verdicts;
}

async function idsOf({ truth }: JudgedDialect, operation: OperationName): Promise<readonly string[]> {
  return (await truth.all(operation, {})).map(({ id }) => String(id));
}

async function runsOf(
  { truth }: JudgedDialect,
  operation: OperationName,
  ids: readonly string[],
): Promise<readonly string[]> {
  const runs = await Promise.all(ids.map((id) => truth.all(operation, { id })));
  return runs.flat().map(({ id }) => String(id));
}

/** Returns the first problem. */
async function firstOf(
  ids: readonly string[],
  look: (id: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  for (const id of ids) {
    const found = await look(id);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function verdictOf(
  { service, seed, evidence }: JudgedDialect,
  surface: string,
  operation: OperationName,
  look: () => Promise<string | undefined>,
): Promise<ReadVerdict> {
  const { conventions } = service;
  const before = service.requests().length;
  const subject = { seed, surface, operation };
  const cost = () => service.requests().length - before;
  // The client must report what the service lacks or has at another origin.
  const { resource, owner } = operationSubjects[operation];
  const isStray = conventions.mean.has("strayList") && [resource, owner].includes("skill");
  const cannot = conventions.missing.has(operation) || isStray;
  try {
    const wrong = await look();
    if (wrong === undefined) return { ...subject, requests: cost(), outcome: "right", detail: "" };
    // The client must report an incomplete list.
    const isSaid = evidence()[operation]?.notes.some((note) => note.includes("no way to it was understood"));
    return { ...subject, requests: cost(), outcome: isSaid ? "reported" : "wrong", detail: wrong };
  } catch (error) {
    const isSaid = error instanceof Error && "operation" in error;
    const outcome = isSaid && cannot ? "right" : isSaid ? "reported" : "broken";
    return {
      ...subject,
      requests: cost(),
      outcome,
      detail: error instanceof Error ? (isSaid ? error.message : (error.stack ?? "")) : String(error),
    };
  }
}

async function readList(
  { client, service, truth, options }: JudgedDialect,
  operation: OperationName,
  input: Fields,
  filter: Fields = {},
): Promise<string | undefined> {
  const sent = { ...outward(service, input), ...outward(service, filter) };
  const actual: unknown[] = [];
  for await (const item of client.list(operation, sent, options())) actual.push(item);
  const all = await truth.all(operation, input);
  const wanted = all.filter((item) => Object.entries(filter).every(([field, value]) => item[field] === value));
  const { resource } = operationSubjects[operation];
  const isHuge =
    service.conventions.mean.has("huge") && operation === "servers.list" && Object.keys(filter).length === 0;
  const isGrown = (item: Fields) =>
    service.conventions.mean.has("growing") && String(item.name).startsWith("Came later");
  const isOneOfMany = (item: Fields) => isHuge && String(item.name).startsWith("One of many");
  const found = findListDifference(
    resource,
    wanted.map((item) => service.shown(operation, item)),
    actual,
    (item) => isGrown(item) || isOneOfMany(item),
  );
  if (found === undefined && isHuge && actual.length !== 50_000) return `50,000 are there, shown are ${actual.length}`;
  return found;
}

async function readOne(
  { client, service, truth, options }: JudgedDialect,
  operation: OperationName,
  input: Fields,
): Promise<string | undefined> {
  const actual = await client.call(operation, outward(service, input), options());
  const { body } = await truth.ask(operation, input);
  if (!isFields(body)) return "the truth has none";
  return findDifference(operationSubjects[operation].resource, service.shown(operation, body), actual);
}

async function readEvents(
  { client, service, truth, options }: JudgedDialect,
  id: string,
  way: "list" | "follow",
): Promise<string | undefined> {
  const deploymentId = service.idOf(id);
  const actual: unknown[] = [];
  const callOptions = options();
  const source =
    way === "list"
      ? client.list("deployment.events", { id: deploymentId }, callOptions)
      : client.events(deploymentId, { signal: callOptions.signal });
  for await (const event of source) actual.push(event);
  const wanted = (await truth.all("deployment.events", { id })).map((event) =>
    service.shown("deployment.events", event),
  );
  if (actual.length !== wanted.length) return `${wanted.length} events are there, shown are ${actual.length}`;
  for (const [index, event] of wanted.entries()) {
    const found = findDifference("event", event, actual[index]);
    if (found !== undefined) return `event ${index + 1}: ${found}`;
  }
  return undefined;
}

async function readToken({ client, service, options }: JudgedDialect, serverId: string): Promise<string | undefined> {
  const token: unknown = await client.call("runtime.token", { serverId: service.idOf(serverId) }, options());
  const isToken = isFields(token) && /^ey[\w-]+\.[\w-]+\.[\w-]+$/.test(String(token.accessToken));
  return isToken ? undefined : `the token is ${abbreviateJson(token)}`;
}

/** Maps ids to those of the service, as in the editor. */
function outward(service: JudgedDialect["service"], input: Fields): Fields {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, /^id$|Id$/.test(name) ? service.idOf(String(value)) : value]),
  );
}
