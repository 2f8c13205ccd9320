import type { ServiceClient } from "../../../client/client.ts";
import type { Deployment } from "../../../contract/deployments.ts";
import type { TestRun } from "../../../contract/testRuns.ts";
import type { DeploymentPanelAction } from "../../../webview/protocol/deploymentPanelMessages.ts";
import type { RunCommand } from "../../base/rows/commandTarget.ts";
import { findRegistryVersion } from "../../registry/model/findRegistryVersion.ts";
import type { VersionedArtifact } from "../../registry/model/versionedArtifact.ts";
import type { TreeNode } from "../../workbench/nodes.ts";
import { type DeploymentSnapshot, knownDeployments } from "./readDeploymentFacts.ts";

/** The state of the panel that its actions use. */
export interface DeploymentActionContext {
  readonly client: ServiceClient | undefined;
  readonly known: DeploymentSnapshot | undefined;
  readonly run: TestRun | undefined;
  readonly serverName: string;
}

type DeploymentCommand = (
  context: DeploymentActionContext,
  deployment: Deployment,
) => Promise<readonly [command: string, ...TreeNode[]]>;

/** Commands that need no deployment. */
const globalCommands: Readonly<Partial<Record<DeploymentPanelAction, string>>> = {
  signIn: "fairlead.connection.signIn",
  switchConnection: "fairlead.connection.switch",
  useLocal: "fairlead.connection.useLocal",
  showLog: "fairlead.showLog",
};

const createDeploymentCommand = (command: string): DeploymentCommand => {
  return async (context, deployment) => [command, createDeploymentNode(context, deployment)];
};

/** Commands for one deployment: the one of the panel, or another one of the same server. */
const deploymentCommands: Readonly<Partial<Record<DeploymentPanelAction, DeploymentCommand>>> = {
  stop: createDeploymentCommand("fairlead.server.stop"),
  start: createDeploymentCommand("fairlead.server.start"),
  useIn: createDeploymentCommand("fairlead.server.useIn"),
  copyToken: createDeploymentCommand("fairlead.server.copyToken"),
  editVariables: createDeploymentCommand("fairlead.server.editVariables"),
  checkApi: createDeploymentCommand("fairlead.server.checkApi"),
  openLog: createDeploymentCommand("fairlead.deployment.openLog"),
  open: createDeploymentCommand("fairlead.deployment.open"),
  deploy: createDeploymentCommand("fairlead.deployment.deployAgain"),
  setMissingVariable: createDeploymentCommand("fairlead.deployment.setMissingVariable"),
  showFailureLine: createDeploymentCommand("fairlead.deployment.showFailureLine"),
  runOn: createDeploymentCommand("fairlead.server.runOn"),
  record: createDeploymentCommand("fairlead.deployment.record"),
  test: async (context, deployment) => {
    const version = await findVersionNode(context, deployment.version);
    return ["fairlead.server.test", version ?? createDeploymentNode(context, deployment)];
  },
  compare: async (context, other) => {
    const own = context.known?.deployment.version ?? other.version;
    const nodes = await Promise.all([findVersionNode(context, own), findVersionNode(context, other.version)]);
    return ["fairlead.artifact.compare", ...nodes.filter((node) => node !== undefined)];
  },
};

/** Runs the command of an action. Ignores the id of an unknown deployment. */
export async function runDeploymentAction(
  app: { readonly run: RunCommand },
  context: DeploymentActionContext,
  action: DeploymentPanelAction,
  id: string | undefined,
): Promise<void> {
  const globalCommand = globalCommands[action];
  if (globalCommand !== undefined) return app.run(globalCommand);
  if (action === "openRun") return openRun(app, context);
  const { known } = context;
  const deployment =
    id === undefined ? known?.deployment : known && knownDeployments(known).find((one) => one.id === id);
  const createCommand = deploymentCommands[action];
  if (!deployment || !createCommand) return;
  const [command, ...nodes] = await createCommand(context, deployment);
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
  const testOwner = { kind: "server", id, name: serverName } as const;
  await app.run("fairlead.testRun.open", { node: { kind: "testRun", run, of: testOwner } });
}

function createDeploymentNode({ known, serverName }: DeploymentActionContext, deployment: Deployment): TreeNode {
  return { kind: "deployment", deployment, live: known?.server?.liveDeploymentId === deployment.id, serverName };
}

async function findVersionNode(
  { client, known }: DeploymentActionContext,
  versionName: string | undefined,
): Promise<TreeNode | undefined> {
  const { server } = known ?? {};
  const id = server?.artifactId;
  if (!client || !server || !id || versionName === undefined) return undefined;
  const artifact: VersionedArtifact = { id, kind: "server", name: server.name, ownerId: server.id };
  const version = await findRegistryVersion(client, id, versionName);
  return version && { kind: "version", version, artifact, live: false };
}
