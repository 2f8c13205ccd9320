import { createDeploymentPanel } from "../../../src/core/panels/deploymentPanel.ts";
import type { CommandTarget } from "../../../src/core/view/commandTarget.ts";
import type {
  DeploymentPanelSubject,
  DeploymentPanelToWebview,
} from "../../../src/webview/protocol/deploymentPanelMessages.ts";
import type { startServedService } from "../service/servedService.ts";
import { createCommandFixture } from "./commandFixture.ts";

type Served = Awaited<ReturnType<typeof startServedService>>;
type Heard<Type extends DeploymentPanelToWebview["type"]> = Extract<DeploymentPanelToWebview, { type: Type }>;

/** The host of a deployment's panel in the commands' world, as its page knows it. Turns of what it polls are taken by the test. */
export async function createDeploymentPanelFixture(
  served: Served,
  subject: Omit<DeploymentPanelSubject, "connectionId">,
  /** Where the service is reached through a connection that was added, by its first key. */
  remoteUrl?: string,
) {
  const bench = await createCommandFixture(served);
  const { connections } = bench.app;
  if (remoteUrl !== undefined)
    await connections.add({ baseUrl: remoteUrl, key: served.service.firstKey ?? "" }, "Remote");
  const told: DeploymentPanelToWebview[] = [];
  const titles: string[] = [];
  const ran: { readonly command: string; readonly target: CommandTarget | undefined }[] = [];
  const turns = new Set<() => void>();
  const listeners = new Set<() => void>();
  const look = () => {
    for (const listener of [...listeners]) listener();
  };
  const app = {
    ...bench.app,
    run: async (command: string, target?: CommandTarget) => void ran.push({ command, target }),
  };
  const kind = createDeploymentPanel({
    app,
    later: (ms, work) => {
      if (ms === 0) queueMicrotask(work);
      else turns.add(work);
      look();
      return () => void turns.delete(work);
    },
  });
  const connectionId = connections.active()?.id ?? "";
  const host = kind.open(
    { connectionId, ...subject },
    {
      tell: (message) => {
        told.push(message);
        look();
      },
      title: (text) => void titles.push(text),
    },
  );
  const until = <T>(find: () => T | undefined): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<T>();
    const listener = () => {
      const found = find();
      if (found === undefined) return;
      listeners.delete(listener);
      resolve(found);
    };
    listeners.add(listener);
    listener();
    return promise;
  };
  return {
    ...{ ...bench, app, host, told, titles, ran, turns, until },
    /** The newest message of a kind, as soon as it is as wanted. */
    hears: <Type extends DeploymentPanelToWebview["type"]>(
      type: Type,
      fits: (message: Heard<Type>) => boolean = () => true,
    ) => {
      const isWanted = (message: DeploymentPanelToWebview): message is Heard<Type> => message.type === type;
      return until(() => told.filter(isWanted).findLast(fits));
    },
    sequences: () => told.flatMap((message) => (message.type === "events" ? message.rows.map(([one]) => one) : [])),
    /** All that waits for its turn is run now. */
    tick: () => {
      const waiting = [...turns];
      turns.clear();
      for (const work of waiting) work();
    },
    [Symbol.asyncDispose]: async () => {
      host.dispose();
      await bench.close();
    },
  };
}
