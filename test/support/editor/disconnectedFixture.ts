import type { ViewId } from "../../../src/extension/base/ports.ts";
import { ensureConnected } from "../../../src/extension/connection/commands/switchConnection.ts";
import { createChangeConfirmation } from "../../../src/extension/connection/model/confirmChange.ts";
import type { App } from "../../../src/extension/workbench/app.ts";
import type { startServedService } from "../service/servedService.ts";
import { createCommandFixture } from "./commandFixture.ts";
import type { ScriptedAnswer } from "./scriptedPrompts.ts";
import { createTestUser, openTestWindow } from "./testWindow.ts";

interface FixtureOptions {
  readonly answers?: readonly ScriptedAnswer[];
  readonly actions?: readonly string[];
  /** Shows changes at services of other dialects before they are sent, as the editor does. */
  readonly showsChanges?: boolean;
  /** Handles pages that are opened in the browser; by default there is no browser. */
  readonly browse?: (url: string) => Promise<boolean>;
  /** Cancels the progress with this title as soon as it shows the message. */
  readonly cancel?: { readonly title: string; readonly message?: string };
}

/** A command fixture without a connection: commands connect when they need to, as in the editor. */
export async function createDisconnectedFixture(
  served: Awaited<ReturnType<typeof startServedService>>,
  options: FixtureOptions = {},
) {
  const fixture = await createCommandFixture(served, options);
  const user = createTestUser(served.service);
  const { prompts, settings } = fixture.app;
  const confirmChange = createChangeConfirmation({ prompts, settings });
  const window = openTestWindow(user, options.showsChanges ? { confirmChange } : {});
  const { connections, memory } = window;
  const refreshed: ViewId[] = [];
  const app: App = {
    ...{ ...fixture.app, connections, memory },
    client: () => ensureConnected(app),
    refresh: (...views) => void refreshed.push(...views),
  };
  return {
    ...{ app, user, window, refreshed },
    questions: fixture.prompts.questions,
    details: fixture.prompts.details,
    offered: fixture.prompts.offered,
    unusedAnswers: fixture.prompts.unusedAnswers,
    shown: fixture.messages.shown,
    copied: fixture.copied,
    ranCommands: fixture.ranCommands,
    documents: fixture.documents,
    logged: fixture.logged,
    /** Connects to the local service. */
    connect: async () => {
      const session = await connections.useLocal();
      if (session.kind !== "connected") throw new Error("not connected");
      return session.client;
    },
    [Symbol.asyncDispose]: async () => {
      window[Symbol.dispose]();
      await fixture.close();
    },
  };
}

/** A command fixture that is connected to the local service. */
export async function createLocalFixture(...parameters: Parameters<typeof createDisconnectedFixture>) {
  const fixture = await createDisconnectedFixture(...parameters);
  await fixture.connect();
  return fixture;
}

/** A command fixture that is connected with a key of its own, as to a service elsewhere. */
export async function createRemoteFixture(
  served: Awaited<ReturnType<typeof startServedService>>,
  options?: FixtureOptions,
) {
  const fixture = await createDisconnectedFixture(served, options);
  const { url, issueKey } = served.service;
  const session = await fixture.app.connections.add({ baseUrl: url, key: issueKey("Laptop") }, "Work");
  if (session.kind !== "connected") throw new Error("not connected");
  return { ...fixture, session };
}
