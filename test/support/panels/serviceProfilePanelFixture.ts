import { readLearnedProfile } from "../../../src/extension/profile/model/learnedProfile.ts";
import { createCompatibilityPanel } from "../../../src/extension/profile/panel/compatibilityPanel.ts";
import {
  type CompatibilityPanelToWebview,
  compatibilityPanelToWebviewSchema,
} from "../../../src/webview/protocol/compatibilityPanelMessages.ts";
import { createCommandFixture } from "../editor/commandFixture.ts";
import type { startServedService } from "../service/servedService.ts";

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
  const posted: CompatibilityPanelToWebview[] = [];
  const titles: string[] = [];
  const scheduledTasks: (() => void)[] = [];
  const targetedCommands: unknown[] = [];
  const listeners = new Set<() => void>();
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
  const webview = {
    post: (message: CompatibilityPanelToWebview) => {
      posted.push(compatibilityPanelToWebviewSchema.parse(message));
      for (const listener of listeners) listener();
    },
    setTitle: (text: string) => void titles.push(text),
    close: () => {},
  };
  const controller = kind.open({}, webview);
  const lastReport = () => posted.findLast((message): message is ReportMessage => message.type === "report");
  /** Waits until the last report matches, and returns it. */
  const waitForReport = (fits: (message: ReportMessage) => boolean): Promise<ReportMessage> => {
    const { promise, resolve } = Promise.withResolvers<ReportMessage>();
    const check = () => {
      const message = lastReport();
      if (message && fits(message)) resolve(message);
    };
    listeners.add(check);
    check();
    return promise;
  };
  const waitForDone = () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    listeners.add(() => {
      const message = posted.at(-1);
      if (message?.type === "done") resolve(message.message);
    });
    return promise;
  };
  const learned = () => {
    const found = readLearnedProfile(app.connections);
    if (!found) throw new Error("it is connected");
    return found;
  };
  return {
    ...{
      ...fixture,
      controller,
      posted,
      titles,
      scheduledTasks,
      targetedCommands,
      lastReport,
      waitForReport,
      waitForDone,
      learned,
    },
    [Symbol.asyncDispose]: async () => {
      controller.dispose();
      await fixture.close();
    },
  };
}
