import type { ServiceClient } from "../../../client/client.ts";
import type { Deployment } from "../../../contract/deployments.ts";
import type { TestRun } from "../../../contract/testRuns.ts";
import type { DeploymentPanelAction } from "../../../webview/protocol/deploymentPanelMessages.ts";
import type { RunCommand } from "../../base/rows/commandTarget.ts";
import { findRegistryVersion } from "../../registry/model/createVersionReader.ts";
import type { TreeNode } from "../../workbench/nodes.ts";
import { type DeploymentSnapshot, knownDeployments } from "./readDeploymentFacts.ts";

/** The state of the panel that its actions use. */
export interface DeploymentActionContext {
  readonly client: ServiceClient | undefined;
  readonly known: DeploymentSnapshot | undefined;
  readonly run: TestRun | undefined;
  readonly serverName: string;
}

/** Commands that need no deployment. */
const globalCommands: Readonly<Partial<Record<DeploymentPanelAction, string>>> = {
  signIn: "fairlead.connection.signIn",
  switchConnection: "fairlead.connection.switch",
  useLocal: "fairlead.connection.useLocal",
  showLog: "fairlead.showLog",
};

/** Commands for one deployment: the one of the panel, or another one of the same server. */
const deploymentCommands: Readonly<Partial<Record<DeploymentPanelAction, string>>> = {
  stop: "fairlead.server.stop",
  start: "fairlead.server.start",
  useIn: "fairlead.server.useIn",
  copyToken: "fairlead.server.copyToken",
  editVariables: "fairlead.server.editVariables",
  checkApi: "fairlead.server.checkApi",
  openLog: "fairlead.deployment.openLog",
  open: "fairlead.deployment.open",
  deploy: "fairlead.deployment.deployAgain",
  rehearse: "fairlead.deployment.rehearse",
  promote: "fairlead.server.deploy",
  setMissingVariable: "fairlead.deployment.setMissingVariable",
  showFailureLine: "fairlead.deployment.showFailureLine",
  runOn: "fairlead.server.runOn",
  record: "fairlead.deployment.record",
  test: "fairlead.server.test",
  compare: "fairlead.artifact.compare",
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
  const command = deploymentCommands[action];
  if (!deployment || command === undefined) return;
  const nodes = await findNodes(context, action, deployment);
  const [node] = nodes;
  if (node) await app.run(command, { node, ...(nodes.length > 1 && { nodes }) });
}

/** What a command runs on: the deployment, or versions of its server. */
async function findNodes(
  context: DeploymentActionContext,
  action: DeploymentPanelAction,
  deployment: Deployment,
): Promise<readonly TreeNode[]> {
  if (action === "compare") {
    const own = context.known?.deployment.version ?? deployment.version;
    const nodes = await Promise.all([findVersionNode(context, own), findVersionNode(context, deployment.version)]);
    return nodes.filter((node) => node !== undefined);
  }
  const version = action === "test" ? await findVersionNode(context, deployment.version) : undefined;
  return [version ?? createDeploymentNode(context, deployment)];
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
  const version = await findRegistryVersion(client, id, versionName);
  const artifact = { id, kind: "server", name: server.name, ownerId: server.id } as const;
  return version && { kind: "version", version, artifact, live: false };
}
