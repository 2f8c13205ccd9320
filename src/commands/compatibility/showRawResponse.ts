import type { Client } from "../../client/client.ts";
import { type OperationName, operations } from "../../contract/operations.ts";
import { back } from "../../core/foundation/ports.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { listRuns } from "../../core/testrun/readTestRuns.ts";
import { words } from "../../core/view/nodeText.ts";
import type { App } from "../app.ts";

interface Item {
  readonly id: string;
  readonly [field: string]: unknown;
}
type List = (client: Client) => Promise<{ readonly items: readonly Item[] }>;

const limit = 50;
const projects: List = (client) => client.call("projects.list", { limit });
const servers: List = (client) => client.call("servers.list", { limit });
const skills: List = (client) => client.call("skills.list", { limit });
const deployments: List = (client) => client.call("deployments.list", { limit });
const artifacts: List = (client) => client.call("registry.artifacts", { limit });

const runsOfFirst =
  (kind: "server" | "skill", owners: List): List =>
  async (client) => {
    const [owner] = (await owners(client)).items;
    return owner ? listRuns(client, { kind, id: owner.id }, { limit }) : { items: [] };
  };

/** What an operation that needs an id may be asked of. */
const owners: Partial<Record<OperationName, List>> = {
  "project.get": projects,
  "deployment.get": deployments,
  "deployment.events": deployments,
  "deployment.health": deployments,
  "skill.installations": skills,
  "serverTestRuns.list": servers,
  "serverTestRun.get": runsOfFirst("server", servers),
  "skillTestRuns.list": skills,
  "skillTestRun.get": runsOfFirst("skill", skills),
  "registry.artifact": artifacts,
  "registry.versions": artifacts,
  "oauthConnection.get": (client) => client.call("oauthConnections.list", { limit }),
};

type ExampleInput = { readonly id: string } | Record<string, never>;

/** What is asked for an answer to look at; undefined: escaped, or there is nothing to ask of. */
async function exampleInput(app: App, client: Client, name: OperationName): Promise<ExampleInput | undefined> {
  const read = owners[name];
  if (!read) return {};
  const { items } = await read(client);
  const [first] = items;
  if (!first) {
    await app.messages.info(`There is nothing yet that ${name} could be asked of.`);
    return undefined;
  }
  if (items.length === 1) return { id: first.id };
  const picked = await app.prompts.pick({
    title: `Ask ${name}`,
    placeholder: "Whose answer do you want to look at?",
    choices: items.map((item) => ({ label: labelOf(item), description: item.id, value: item.id })),
  });
  return picked === undefined || picked === back ? undefined : { id: picked };
}

function labelOf({ id, name, provider, version, createdAt }: Item): string {
  const texts = [name ?? provider ?? version, name === undefined ? createdAt : undefined];
  return words(...texts.map((text) => (typeof text === "string" ? text : undefined))) || id;
}

/** The service's own JSON, brought before the user's eyes; undefined: there is none, or it was escaped. */
export async function showRawAnswer(app: App, client: Client, name: OperationName): Promise<unknown> {
  if (operations[name].method !== "GET") {
    say(app, "info", `${name} changes something, so it is not run again to show its answer. See the log.`);
    return undefined;
  }
  const input = await exampleInput(app, client, name);
  if (input === undefined) return undefined;
  const json = await client.raw(name, input);
  await app.documents.showText(`${JSON.stringify(json ?? null, null, 2)}\n`, `${name}.json`);
  return json;
}
