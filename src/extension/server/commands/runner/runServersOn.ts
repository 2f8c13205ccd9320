import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Project } from "../../../../contract/projects.ts";
import { knownState } from "../../../../contract/received.ts";
import { type RunnerKind, readRunnerKind } from "../../../../contract/runners.ts";
import type { Server } from "../../../../contract/servers.ts";
import { joinTextParts } from "../../../../text/joinTextParts.ts";
import type { CommandHandler, EditorServices } from "../../../base/editorServices.ts";
import { CommandError } from "../../../base/failure.ts";
import type { PromptChoice } from "../../../base/ports.ts";
import type { CommandTarget } from "../../../base/rows/commandTarget.ts";
import { showMessage } from "../../../base/showMessage.ts";
import type { ConnectedServices } from "../../../connection/connectionServices.ts";
import type { DeploymentNode } from "../../../deployment/rows/deploymentTreeRow.ts";
import { formatRunner, type NamedRunner, readProjectRunner, readRunners } from "../../model/runners.ts";
import { isServerLive } from "../../model/serverState.ts";
import { findServer } from "../findServer.ts";
import { announceSaved, type SavedChange } from "./announceSaved.ts";

/** Chooses where a server, each selected one, or those of a project run from their next deployment on. */
export const runServersOn: CommandHandler<ConnectedServices> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  if (target.node?.kind === "project") return runProjectOn(app, client, target.node.project);
  const servers = await findServers(app, client, target);
  const [first] = servers;
  if (!first) return;
  const current = isSame(servers, ({ runsOn }) => runsOn) ? first.runsOn : undefined;
  const projectId = isSame(servers, (server) => server.projectId) ? first.projectId : undefined;
  const inherited = readProjectRunner(client, projectId).then(formatInherited);
  const runsOn = await askRunner(app, client, {
    title: servers.length === 1 ? l10n.t`Run ${first.name} On` : l10n.t`Run ${servers.length} Servers On`,
    placeholder: l10n.t("Where does the next deployment run?"),
    current,
    inherited,
  });
  if (runsOn === undefined || runsOn === current) return;
  const saved = runsOn === null ? await inherited : formatRunner(runsOn);
  await save(app, client, servers, { runsOn, saved, failed: findFailed(target) });
};

function formatInherited(runsOn: string | undefined): string {
  return runsOn === undefined ? l10n.t("As the project says") : l10n.t`As the project: ${formatRunner(runsOn)}`;
}

function isSame<T>(servers: readonly Server[], read: (server: Server) => T): boolean {
  return new Set(servers.map(read)).size === 1;
}

/** The deployment of the command, if it failed. */
function findFailed({ node }: CommandTarget): DeploymentNode | undefined {
  return node?.kind === "deployment" && knownState(node.deployment.status) === "failed" ? node : undefined;
}

/** Those that were changed are announced, also when the service refuses the change of another. */
async function save(
  app: ConnectedServices,
  client: ServiceClient,
  servers: readonly Server[],
  { runsOn, ...change }: { readonly runsOn: RunnerKind | null } & Omit<SavedChange, "names" | "servers">,
): Promise<void> {
  const changed: Server[] = [];
  try {
    for (const server of servers) {
      await client.call("server.update", { id: server.id, runsOn });
      changed.push(server);
    }
  } finally {
    if (changed.length > 0) {
      app.refresh("fairlead.servers");
      announceSaved(app, { ...change, names: changed.map(({ name }) => name), servers: changed });
    }
  }
}

/** The selected servers, or the one of the row or of a prompt. Empty: cancelled, or the service does not say where they run. */
async function findServers(
  app: ConnectedServices,
  client: ServiceClient,
  target: CommandTarget,
): Promise<readonly Server[]> {
  const selected = (target.nodes ?? []).flatMap((node) => (node.kind === "server" ? [node.server] : []));
  const sayingIt = selected.filter(({ runsOn }) => runsOn !== undefined);
  if (sayingIt.length > 1) return sayingIt;
  const server = await findServer(app, client, target, {
    title: l10n.t("Run a Server On"),
    suits: ({ runsOn }) => runsOn !== undefined,
    none: l10n.t("The service does not say where its servers run."),
  });
  if (!server || server.runsOn !== undefined) return server ? [server] : [];
  showMessage(app, "info", l10n.t`The service does not say where ${server.name} runs.`);
  return [];
}

/** Chooses where the servers of a project run that have no runner of their own. */
async function runProjectOn(app: EditorServices, client: ServiceClient, { id, name }: Project): Promise<void> {
  const { runsOn: current } = await client.call("project.get", { id });
  if (current === undefined)
    return showMessage(app, "info", l10n.t`The service does not say where the servers of ${name} run.`);
  const runsOn = await askRunner(app, client, {
    title: l10n.t`Run the Servers of ${name} On`,
    placeholder: l10n.t("Where do its servers run that have no runner of their own?"),
    current,
  });
  if (!runsOn || runsOn === current) return;
  await client.call("project.update", { id, runsOn });
  app.refresh("fairlead.projects", "fairlead.servers");
  const servers = await listLiveFollowers(client, id);
  announceSaved(app, { names: [name], saved: formatRunner(runsOn), servers });
}

/** The live servers that run as the project says. */
async function listLiveFollowers(client: ServiceClient, projectId: string): Promise<readonly Server[]> {
  const servers: Server[] = [];
  for await (const server of client.list("servers.list", { projectId, limit: 200 }))
    if (server.runsOn === null && isServerLive(server)) servers.push(server);
  return servers;
}

interface RunnerQuestion {
  readonly title: string;
  readonly placeholder: string;
  /** undefined: the items differ, or the service does not say it. */
  readonly current: string | null | undefined;
  /** The label of the first choice, which is null: another item decides. */
  readonly inherited?: Promise<string>;
}

/**
 * Prompts for a runner of the service. One that is not available is shown with the reason, and cannot be chosen.
 * undefined: cancelled.
 */
async function askRunner(
  { prompts }: EditorServices,
  client: ServiceClient,
  { current, inherited, ...question }: RunnerQuestion,
): Promise<RunnerKind | null | undefined> {
  // The service may ask other programs, so the list opens before it answers.
  const readChoices = async (): Promise<readonly PromptChoice<string | null>[]> => {
    const [runners, label] = await Promise.all([readRunners(client), inherited]);
    if (runners.length === 0) throw new CommandError(l10n.t("The service does not say where servers can run."));
    const first = label === undefined ? [] : [{ label, icon: "project", value: null }];
    return [...first, ...runners.map(createChoice)].map((choice) =>
      choice.value === current ? markCurrent(choice) : choice,
    );
  };
  const picked = await prompts.pick<string | null>({ ...question, choices: readChoices() });
  return picked === null ? null : readRunnerKind(picked);
}

function markCurrent<T>(choice: PromptChoice<T>): PromptChoice<T> {
  return { ...choice, description: joinTextParts(l10n.t("current"), choice.description), icon: "check" };
}

function createChoice(runner: NamedRunner): PromptChoice<string> {
  const { kind, description, lacks = [] } = runner;
  const problem = findProblem(runner);
  return {
    label: formatRunner(kind),
    value: kind,
    detail: problem ?? description,
    ...(problem === undefined
      ? { icon: "circle-outline", note: lacks.join(" ") }
      : { icon: "circle-slash", description: l10n.t("not available"), note: problem, isUnavailable: true }),
  };
}

/** Why the runner cannot be chosen, and what to do. */
function findProblem({ kind, available, description }: NamedRunner): string | undefined {
  if (!readRunnerKind(kind)) return l10n.t("This version of Fairlead does not know it. Update Fairlead to choose it.");
  return available === false ? description || l10n.t("The service does not say why.") : undefined;
}
