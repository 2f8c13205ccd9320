import { readLearnedProfile } from "../../../src/extension/profile/model/learnedProfile.ts";
import { createCompatibilityPanel } from "../../../src/extension/profile/panel/compatibilityPanel.ts";
import {
  type CompatibilityPanelToWebview,
  compatibilityPanelToWebviewSchema,
} from "../../../src/webview/protocol/compatibilityPanelMessages.ts";
import { createCommandFixture } from "../editor/commandFixture.ts";
import { requireValue } from "../service/requireValue.ts";
import type { startServedService } from "../service/servedService.ts";
import { createRecordedWebview } from "./recordedWebview.ts";

type Served = Awaited<ReturnType<typeof startServedService>>;
type ReportMessage = Extract<CompatibilityPanelToWebview, { type: "report" }>;

/** The controller of the panel of the page Service Profile, connected to a service. The test runs its scheduled tasks. */
export async function createServiceProfilePanelFixture(
  served: Served,
  { url, key, name }: { readonly url: string; readonly key: string; readonly name: string },
) {
  const fixture = await createCommandFixture(served);
  const { app } = fixture;
  await app.connections.add({ baseUrl: url, key }, name);
  const { webview, ...recorded } = createRecordedWebview<CompatibilityPanelToWebview>();
  const { posted, waitFor } = recorded;
  const scheduledTasks: (() => void)[] = [];
  const targetedCommands: unknown[] = [];
  const kind = createCompatibilityPanel({
    app: {
      ...app,
      client: () => app.connections.quiet(),
      run: async (command, target) => {
        if (target) targetedCommands.push([command, target]);
        else await app.run(command);
      },
    },
    schedule: (_ms, work) => {
      scheduledTasks.push(work);
      return () => void scheduledTasks.splice(scheduledTasks.indexOf(work), 1);
    },
  });
  const post = (message: CompatibilityPanelToWebview) => webview.post(compatibilityPanelToWebviewSchema.parse(message));
  const controller = kind.open({}, { ...webview, post });
  const lastReport = () => posted.findLast((message): message is ReportMessage => message.type === "report");
  /** Waits until the last report matches, and returns it. */
  const waitForReport = (fits: (message: ReportMessage) => boolean): Promise<ReportMessage> =>
    waitFor(() => {
      const message = lastReport();
      return message && fits(message) ? message : undefined;
    });
  const waitForDone = () => {
    const before = posted.length;
    return waitFor(() => {
      const message = posted.slice(before).at(-1);
      return message?.type === "done" ? message.message : undefined;
    });
  };
  const learned = () => {
    return requireValue(readLearnedProfile(app.connections));
  };
  return {
    ...{ ...fixture, ...recorded, controller, scheduledTasks, targetedCommands },
    ...{ lastReport, waitForReport, waitForDone, learned },
    [Symbol.asyncDispose]: async () => {
      controller.dispose();
      await fixture.close();
    },
  };
}
