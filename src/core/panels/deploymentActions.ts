import type { ServiceClient } from "../../client/client.ts";
import type { Deployment } from "../../contract/deployments.ts";
import type { TestRun } from "../../contract/testRuns.ts";
import type { DeploymentPanelAction } from "../../webview/protocol/deploymentPanelMessages.ts";
import { findRegistryVersion } from "../registry/findRegistryVersion.ts";
import type { VersionedArtifact } from "../registry/versionedArtifact.ts";
import type { RunCommand } from "../view/commandTarget.ts";
import type { TreeNode } from "../view/nodes.ts";
import { type DeploymentSnapshot, knownDeployments } from "./readDeploymentFacts.ts";

/** What the user sees, for acts to be on. */
export interface DeploymentActionContext {
  readonly client: ServiceClient | undefined;
  readonly known: DeploymentSnapshot | undefined;
  readonly run: TestRun | undefined;
  readonly serverName: string;
}

type DeploymentCommand = (
  seen: DeploymentActionContext,
  deployment: Deployment,
) => Promise<readonly [command: string, ...TreeNode[]]>;

/** What needs nothing but the user. */
const plain: Readonly<Partial<Record<DeploymentPanelAction, string>>> = {
  signIn: "fairlead.connection.signIn",
  switchConnection: "fairlead.connection.switch",
  useLocal: "fairlead.connection.useLocal",
  showLog: "fairlead.showLog",
};

const on = (command: string): DeploymentCommand => {
  return async (seen, deployment) => [command, nodeOf(seen, deployment)];
};

/** What is done on a deployment: that of the panel, or another one of the same server. */
const ofDeployment: Readonly<Partial<Record<DeploymentPanelAction, DeploymentCommand>>> = {
  stop: on("fairlead.server.stop"),
  start: on("fairlead.server.start"),
  copyToken: on("fairlead.server.copyToken"),
  openLog: on("fairlead.deployment.openLog"),
  open: on("fairlead.deployment.open"),
  deploy: on("fairlead.deployment.deployAgain"),
  test: async (seen, deployment) => {
    const version = await versionOf(seen, deployment.version);
    return ["fairlead.server.test", version ?? nodeOf(seen, deployment)];
  },
  compare: async (seen, other) => {
    const own = seen.known?.deployment.version ?? other.version;
    const nodes = await Promise.all([versionOf(seen, own), versionOf(seen, other.version)]);
    return ["fairlead.artifact.compare", ...nodes.filter((node) => node !== undefined)];
  },
};

/** Runs the command that an act stands for. What the page names and nobody knows is left alone. */
export async function runDeploymentAction(
  app: { readonly run: RunCommand },
  seen: DeploymentActionContext,
  act: DeploymentPanelAction,
  id: string | undefined,
): Promise<void> {
  const simple = plain[act];
  if (simple !== undefined) return app.run(simple);
  if (act === "openRun") return openRun(app, seen);
  const { known } = seen;
  const deployment =
    id === undefined ? known?.deployment : known && knownDeployments(known).find((one) => one.id === id);
  const commandOf = ofDeployment[act];
  if (!deployment || !commandOf) return;
  const [command, ...nodes] = await commandOf(seen, deployment);
  const [node] = nodes;
  if (node) await app.run(command, { node, ...(nodes.length > 1 && { nodes }) });
}

async function openRun(
  app: { readonly run: RunCommand },
  { known, run, serverName }: DeploymentActionContext,
): Promise<void> {
  if (!known || !run) return;
  const id = known.deployment.serverId;
  if (id === undefined) return;
  const of = { kind: "server", id, name: serverName } as const;
  await app.run("fairlead.testRun.open", { node: { kind: "testRun", run, of } });
}

function nodeOf({ known, serverName }: DeploymentActionContext, deployment: Deployment): TreeNode {
  return { kind: "deployment", deployment, live: known?.server?.liveDeploymentId === deployment.id, serverName };
}

async function versionOf(
  { client, known }: DeploymentActionContext,
  wanted: string | undefined,
): Promise<TreeNode | undefined> {
  const { server } = known ?? {};
  const id = server?.artifactId;
  if (!client || !server || !id || wanted === undefined) return undefined;
  const artifact: VersionedArtifact = { id, kind: "server", name: server.name, ownerId: server.id };
  const version = await findRegistryVersion(client, id, wanted);
  return version && { kind: "version", version, artifact, live: false };
}
