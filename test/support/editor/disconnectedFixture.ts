import type { App } from "../../../src/commands/app.ts";
import { ensureConnected } from "../../../src/commands/connection/ensureConnected.ts";
import type { ViewId } from "../../../src/core/foundation/ports.ts";
import type { startServedService } from "../service/servedService.ts";
import { createCommandFixture } from "./commandFixture.ts";
import { createMapMemory } from "./mapMemory.ts";
import { createMapSecrets } from "./mapSecrets.ts";
import type { ScriptedAnswer } from "./scriptedPrompts.ts";
import { openTestWindow } from "./testWindow.ts";

interface Given {
  readonly answers?: readonly ScriptedAnswer[];
  readonly actions?: readonly string[];
}

/** The commands' world before anything is connected: commands ask for what is missing, as they do in the editor. */
export async function createDisconnectedFixture(
  served: Awaited<ReturnType<typeof startServedService>>,
  given: Given = {},
) {
  const bench = await createCommandFixture(served, given);
  const user = { service: served.service, memory: createMapMemory(), secrets: createMapSecrets() };
  const window = openTestWindow(user);
  const { connections, memory } = window;
  const refreshed: ViewId[] = [];
  const app: App = {
    ...{ ...bench.app, connections, memory },
    client: () => ensureConnected(app),
    refresh: (...views) => void refreshed.push(...views),
  };
  return {
    ...{ app, user, window, refreshed },
    asked: bench.prompts.asked,
    left: bench.prompts.left,
    shown: bench.messages.shown,
    copied: bench.copied,
    ran: bench.ran,
    documents: bench.documents,
    logged: bench.logged,
    /** Uses the service as if it had been done before. */
    connect: async () => {
      const session = await connections.useLocal();
      if (session.kind !== "connected") throw new Error("not connected");
      return session.client;
    },
    [Symbol.asyncDispose]: async () => {
      window[Symbol.dispose]();
      await bench.close();
    },
  };
}
