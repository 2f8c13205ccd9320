import * as vscode from "vscode";
import { toVisibleText } from "../../../text/toVisibleText.ts";
import { isAboutDeployments } from "../../base/ports.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import type { DeploymentServices } from "../../deployment/deploymentServices.ts";
import { readSelectedProject } from "../../project/model/selectedProject.ts";
import { createServerHealthMonitor } from "../../server/model/serverHealth.ts";
import { openServerLinks } from "../../server/model/serverLinks.ts";
import { formatStatusBarText, type StatusBarText } from "../../workbench/statusBarText.ts";
import type { OpenViews } from "./openViews.ts";

const everyMs = 10_000;

/** Shows the connection and the health of the last deployed server, and refreshes them while the window has the focus. */
export function startStatusBar(
  {
    connections,
    memory,
    watch,
    log,
    polling,
    onDidRefresh,
  }: Pick<
    ConnectedServices & DeploymentServices,
    "connections" | "memory" | "watch" | "log" | "polling" | "onDidRefresh"
  >,
  views: Pick<OpenViews, "onDidChange">,
): vscode.Disposable {
  const bar = createStatusBar();
  const scope = () => connections.scope() ?? "";
  const monitor = createServerHealthMonitor({
    client: async () => {
      const session = connections.session();
      return session.kind === "connected" ? session.client : undefined;
    },
    serverId: () => openServerLinks(memory, scope()).last(),
    onOtherDeployment: (deployment) => {
      watch.follow(deployment).catch((error) => log.error(`${deployment.id} could not be followed.`, error));
    },
    isUnreachable: () => connections.unreachability() !== undefined,
    everyMs: () => everyMs,
    polling,
  });
  const show = () => {
    const project = readSelectedProject(memory, scope());
    const organization = connections.organization()?.name;
    const [session, unreachability] = [connections.session(), connections.unreachability()];
    bar.show(formatStatusBarText({ session, organization, project, health: monitor.state, unreachability }));
  };
  const onStateChange = () => {
    const isWanted = vscode.window.state.focused && connections.session().kind === "connected";
    if (isWanted) monitor.start();
    else monitor.stop();
    if (isWanted) void connections.nameOrganization();
    show();
  };
  const subscriptions = [
    bar,
    connections.onDidChange(onStateChange),
    connections.onDidChangeList(show),
    connections.onDidChangeReachability(show),
    vscode.window.onDidChangeWindowState(onStateChange),
    monitor.onDidChange(show),
    watch.onDidChange(() => monitor.soon()),
    // A command changed a server.
    onDidRefresh((changed) => {
      if (changed.length === 0 || isAboutDeployments(changed)) monitor.now();
    }),
    views.onDidChange((view) => {
      if (isAboutDeployments([view])) monitor.now();
    }),
  ];
  onStateChange();
  return {
    dispose: () => {
      monitor.stop();
      for (const one of subscriptions) one.dispose();
    },
  };
}

function createStatusBar() {
  const item = vscode.window.createStatusBarItem("fairlead.status", vscode.StatusBarAlignment.Left);
  item.name = "Fairlead";
  return {
    show: ({ text, accessibleText, tooltip, command }: StatusBarText) => {
      item.text = toVisibleText(text);
      item.tooltip = toVisibleText(tooltip);
      item.command = command;
      item.accessibilityInformation = { label: accessibleText, role: "button" };
      item.show();
    },
    dispose: () => item.dispose(),
  };
}
