import { Disposable } from "vscode";
import { askGrantRequest } from "../account/commands/answerGrantRequest.ts";
import { watchGrantRequests } from "../account/model/grantRequestWatch.ts";
import type { AgentsServices } from "../agents/agentsServices.ts";
import { readAgentUses } from "../agents/model/agentUses.ts";
import type { EditorServices } from "../base/editorServices.ts";
import type { ViewId } from "../base/ports.ts";
import { deploymentViews, isAboutDeployments, viewIds } from "../base/ports.ts";
import { type AnnounceDeploymentContext, announceDeployment } from "../deployment/commands/announceDeployment.ts";
import { findInterruptedDeployments } from "../deployment/commands/interruptedDeployments.ts";
import type { DeploymentOutcome } from "../deployment/model/deploymentWatches.ts";
import type { DeployVersionContext } from "../server/commands/deployVersion.ts";
import type { App } from "../workbench/app.ts";
import type { DeploymentWatching } from "./createDeploymentWatching.ts";
import type { EditorContent } from "./createEditorContent.ts";
import { followExplorerFiles } from "./editors/explorerContext.ts";
import type { TestExplorer } from "./testing/testExplorer.ts";
import { setSessionContext, setWalkthroughContext } from "./views/contextKeys.ts";
import type { OpenViews } from "./views/openViews.ts";
import { startStatusBar } from "./views/startStatusBar.ts";

export interface RunningEditorParts {
  readonly app: App;
  readonly content: EditorContent;
  readonly watching: DeploymentWatching;
  readonly views: OpenViews;
  readonly tests: TestExplorer;
  readonly mcpServersChanged: () => void;
}

/** Resumes the work of the last window, and follows the connection, deployments and changes until disposed. */
export function startEditor(parts: RunningEditorParts): Disposable {
  const { app, content, watching, views, tests, mcpServersChanged } = parts;
  setSessionContext(app.connections.session());
  const listening = [
    app.onDidRefresh((changed) => refreshEditor(parts, changed)),
    content.onDidChangeSkills(() => {
      views.refresh(["fairlead.skills"]);
      tests.refresh(["fairlead.skills"]);
    }),
    watching.watch.onDidChange(mcpServersChanged),
    watching.watch.onDidChange(() => app.mcp.markChanged()),
    app.mcp.onDidChange(() => views.refresh(["fairlead.servers"])),
    app.documentChanges.onDidChange(() => views.refresh(["fairlead.servers"])),
    app.folderChanges.onDidChange(() => views.refresh(["fairlead.servers"])),
    watching.onOutcome((outcome) => void announceOutcome(app, outcome)),
    app.connections.onDidChange(setSessionContext),
    app.connections.onDidChangeReachability(() => views.refresh(viewIds)),
    followSession(parts),
    followInterruptedDeployments(app),
    startStatusBar(app, views),
    watchGrantRequests({
      connections: app.connections,
      onRequest: (client, request) => askGrantRequest(app, client, request),
    }),
    followExplorerFiles(),
  ];
  watching.watch.resume();
  tests.start();
  void updateBridge(app);
  return Disposable.from(...listening);
}

function followInterruptedDeployments(app: DeployVersionContext): Disposable {
  const { connections, log } = app;
  const announce = findInterruptedDeployments(app);
  const onSession = () => {
    if (connections.session().kind !== "connected") return;
    void announce().catch((error: unknown) => log.error("Interrupted deployments could not be found.", error));
  };
  onSession();
  return connections.onDidChange(onSession);
}

/** Agents start the copy of the bridge, which has to be that of this Fairlead. */
async function updateBridge({
  agentFiles,
  log,
  memory,
}: AgentsServices & Pick<EditorServices, "log" | "memory">): Promise<void> {
  if (!readAgentUses(memory).some(({ grantId }) => grantId !== undefined)) return;
  await agentFiles.prepareBridge().catch((error: unknown) => log.error("The bridge could not be copied.", error));
}

function refreshEditor({ app, content, views, tests }: RunningEditorParts, changed: readonly ViewId[]): void {
  if (changed.includes("fairlead.skills")) app.localSkills.clear();
  views.refresh(isAboutDeployments(changed) ? [...changed, ...deploymentViews] : changed);
  // The registry shows versions of servers and skills, and the live one.
  if (changed.some((id) => id === "fairlead.servers" || id === "fairlead.skills")) views.refresh(["fairlead.registry"]);
  tests.refresh(changed);
  content.settings.reread();
}

/** Runs in the background, so a failure is only logged. */
async function announceOutcome(app: AnnounceDeploymentContext, outcome: DeploymentOutcome): Promise<void> {
  if (outcome.outcome === "live") setWalkthroughContext("fairlead.done.deployed");
  try {
    const client = await app.connections.quiet();
    if (client) await announceDeployment(app, client, outcome);
  } catch (error) {
    app.log.error(`The outcome of the deployment ${outcome.deployment.id} could not be shown.`, error);
  }
}

/** Clears the data of one connection before another is used. */
function followSession({ app, content, watching, mcpServersChanged }: RunningEditorParts): Disposable {
  const { connections } = app;
  let scope = connections.scope();
  return connections.onDidChange(({ kind }) => {
    const current = connections.scope();
    if (current !== scope) {
      content.files.clear();
      app.documentChanges.clear();
      app.folderChanges.clear();
      app.mcp.closeDeployed();
    }
    scope = current;
    if (kind === "connected") watching.watch.resume();
    else if (kind !== "connecting") watching.watch.pause();
    mcpServersChanged();
  });
}
