import type { CommandTarget } from "../../../src/extension/base/rows/commandTarget.ts";
import { createDeploymentPanel } from "../../../src/extension/deployment/panel/deploymentPanel.ts";
import type {
  DeploymentPanelSubject,
  DeploymentPanelToWebview,
} from "../../../src/webview/protocol/deploymentPanelMessages.ts";
import { createCommandFixture } from "../editor/commandFixture.ts";
import type { startServedService } from "../service/servedService.ts";
import { createRecordedWebview } from "./recordedWebview.ts";

type Served = Awaited<ReturnType<typeof startServedService>>;
type MessageOf<Type extends DeploymentPanelToWebview["type"]> = Extract<DeploymentPanelToWebview, { type: Type }>;

/** The controller of a deployment panel in a command fixture. The test runs its scheduled tasks. */
export async function createDeploymentPanelFixture(
  served: Served,
  subject: Omit<DeploymentPanelSubject, "connectionId">,
  /** The URL for an additional connection with the service's first key. */
  remoteUrl?: string,
) {
  const commands = await createCommandFixture(served);
  const { connections } = commands.app;
  if (remoteUrl !== undefined)
    await connections.add({ baseUrl: remoteUrl, key: served.service.firstKey ?? "" }, "Remote");
  const { webview, notify, ...recorded } = createRecordedWebview<DeploymentPanelToWebview>();
  const { posted, waitFor } = recorded;
  const commandRuns: { readonly command: string; readonly target: CommandTarget | undefined }[] = [];
  const traceActions: (readonly unknown[])[] = [];
  const scheduledTasks = new Set<() => void>();
  const app = {
    ...commands.app,
    run: async (command: string, target?: CommandTarget) => void commandRuns.push({ command, target }),
  };
  const kind = createDeploymentPanel({
    app,
    sources: app.sourceLinks,
    traceActions: {
      keepAsCase: async ({ tool }, call) => void traceActions.push(["keep", tool, call.view.arguments]),
      copyExchange: async ({ url }) => void traceActions.push(["copy", url]),
      openLink: async (_, uri) => traceActions.push(["open", uri]) > 0,
    },
    later: (ms, work) => {
      if (ms === 0) queueMicrotask(work);
      else scheduledTasks.add(work);
      notify();
      return () => void scheduledTasks.delete(work);
    },
  });
  const connectionId = connections.active()?.id ?? "";
  const controller = kind.open({ connectionId, ...subject }, webview);
  return {
    ...{ ...commands, ...recorded, app, controller, commandRuns, traceActions, scheduledTasks },
    /** Waits for the newest message of a type that matches. */
    waitForMessage: <Type extends DeploymentPanelToWebview["type"]>(
      type: Type,
      matches: (message: MessageOf<Type>) => boolean = () => true,
    ) => {
      const hasType = (message: DeploymentPanelToWebview): message is MessageOf<Type> => message.type === type;
      return waitFor(() => posted.filter(hasType).findLast(matches));
    },
    sequences: () => posted.flatMap((message) => (message.type === "events" ? message.rows.map(([one]) => one) : [])),
    /** Runs all scheduled tasks. */
    runScheduledTasks: () => {
      const tasks = [...scheduledTasks];
      scheduledTasks.clear();
      for (const work of tasks) work();
    },
    [Symbol.asyncDispose]: async () => {
      controller.dispose();
      await commands.close();
    },
  };
}
