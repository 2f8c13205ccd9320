import * as vscode from "vscode";
import type { App } from "../../commands/app.ts";
import { readSelectedProject } from "../../core/project/selectedProject.ts";
import { createServerHealthMonitor } from "../../core/server/serverHealth.ts";
import { openServerLinks } from "../../core/server/serverLinks.ts";
import { formatStatusBarText, type StatusBarText } from "../../core/view/statusBarText.ts";
import { toVisibleText } from "../../text/toVisibleText.ts";

const everyMs = 10_000;

/** Keeps the status bar true: asks for the health of what was deployed last while the window has the focus. */
export function startStatusBar({
  connections,
  memory,
  watch,
  log,
}: Pick<App, "connections" | "memory" | "watch" | "log">): vscode.Disposable {
  const bar = createStatusBar();
  const scope = () => connections.scope() ?? "";
  const pulse = createServerHealthMonitor({
    client: async () => {
      const session = connections.session();
      return session.kind === "connected" ? session.client : undefined;
    },
    serverId: () => openServerLinks(memory, scope()).last(),
    onOtherDeployment: (deployment) => {
      watch.follow(deployment).catch((error) => log.error(`${deployment.id} could not be followed.`, error));
    },
    everyMs: () => everyMs,
  });
  const show = () => {
    const project = readSelectedProject(memory, scope());
    const organization = connections.organization()?.name;
    bar.show(formatStatusBarText({ session: connections.session(), organization, project, health: pulse.state }));
  };
  const look = () => {
    const isWanted = vscode.window.state.focused && connections.session().kind === "connected";
    if (isWanted) pulse.start();
    else pulse.stop();
    if (isWanted) void connections.nameOrganization();
    show();
  };
  const listening = [
    bar,
    connections.onDidChange(look),
    connections.onDidChangeList(show),
    vscode.window.onDidChangeWindowState(look),
    pulse.onDidChange(show),
    watch.onDidChange(() => pulse.now()),
  ];
  look();
  return {
    dispose: () => {
      pulse.stop();
      for (const one of listening) one.dispose();
    },
  };
}

interface StatusBar {
  show(words: StatusBarText): void;
  dispose(): void;
}

/** The one status bar item. */
function createStatusBar(): StatusBar {
  const item = vscode.window.createStatusBarItem("fairlead.status", vscode.StatusBarAlignment.Left);
  item.name = "Fairlead";
  item.command = "fairlead.status.menu";
  return {
    show: ({ text, accessibleText, tooltip }) => {
      item.text = toVisibleText(text);
      item.tooltip = toVisibleText(tooltip);
      item.accessibilityInformation = { label: accessibleText, role: "button" };
      item.show();
    },
    dispose: () => item.dispose(),
  };
}
