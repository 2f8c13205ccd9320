import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { type OperationName, operationTable } from "../../../contract/operations.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { type MessageContext, showMessage } from "../../base/showMessage.ts";
import { listTestRuns } from "../../testing/model/readTestRuns.ts";

/** The operation of a row, a message or a report. */
export function findTargetOperation({ operation, node }: CommandTarget): OperationName | undefined {
  return operation ?? (node?.kind === "note" ? node.operation : undefined);
}

interface Item {
  readonly id: string;
  readonly [field: string]: unknown;
}
type List = (client: ServiceClient) => Promise<{ readonly items: readonly Item[] }>;

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
    return owner ? listTestRuns(client, { kind, id: owner.id }, { limit }) : { items: [] };
  };

/** The lists that provide the id of an operation's input. */
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

export type ExampleInput = { readonly id: string } | Record<string, never>;

/** Prompts for the input of an example request; undefined: cancelled, or the list is empty. */
export async function askExampleInput(
  app: EditorServices,
  client: ServiceClient,
  name: OperationName,
): Promise<ExampleInput | undefined> {
  const read = owners[name];
  if (!read) return {};
  const { items } = await read(client);
  const [first] = items;
  if (!first) {
    await app.messages.info(l10n.t`There is no item yet to call ${name} with.`);
    return undefined;
  }
  if (items.length === 1) return { id: first.id };
  const picked = await app.prompts.pick({
    title: l10n.t`Ask ${name}`,
    placeholder: l10n.t("Which item's answer do you want to see?"),
    choices: items.map((item) => ({ label: labelOf(item), description: item.id, value: item.id })),
  });
  return picked === undefined || picked === promptBack ? undefined : { id: picked };
}

function labelOf({ id, name, provider, version, createdAt }: Item): string {
  const texts = [name ?? provider ?? version, name === undefined ? createdAt : undefined];
  return joinTextParts(...texts.map((text) => (typeof text === "string" ? text : undefined))) || id;
}

/** Whether the operation can be called only to show its answer; else a message says why not. */
export function isReadable(app: MessageContext, name: OperationName): boolean {
  if (operationTable[name].method === "GET") return true;
  showMessage(app, "info", l10n.t`${name} changes something, so it is not run again to show its answer. See the log.`);
  return false;
}

/** Shows the service's unchanged JSON, unless there is none or the user cancels. */
export async function showRawResponse(app: EditorServices, client: ServiceClient, name: OperationName): Promise<void> {
  if (!isReadable(app, name)) return;
  const input = await askExampleInput(app, client, name);
  if (input === undefined) return;
  const json = await client.fetchJson(name, input);
  await app.documents.showText(`${JSON.stringify(json ?? null, null, 2)}\n`, `${name}.json`);
}
