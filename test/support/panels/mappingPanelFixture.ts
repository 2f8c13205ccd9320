import { applyProfile } from "../../../src/extension/profile/commands/applyProfile.ts";
import type { LanguageModel } from "../../../src/extension/profile/model/mapping/languageModels.ts";
import { createMappingPanel } from "../../../src/extension/profile/panel/mappingPanel.ts";
import {
  type MappingChange,
  type MappingPanelToWebview,
  mappingPanelToWebviewSchema,
} from "../../../src/webview/protocol/mappingPanelMessages.ts";
import { fleet } from "../browser/mappingPage.ts";
import { createOtherServiceFixture } from "../editor/otherServiceFixture.ts";
import type { ScriptedAnswer } from "../editor/scriptedPrompts.ts";
import type { startServedService } from "../service/servedService.ts";
import { waitOrShow } from "../waitOrShow.ts";

type MessageOf<Type extends MappingPanelToWebview["type"]> = Extract<MappingPanelToWebview, { type: Type }>;

interface Options {
  readonly answers?: readonly ScriptedAnswer[];
  readonly bodies?: Readonly<Record<string, unknown>>;
  readonly operation?: string;
  readonly id?: string;
  readonly models?: readonly LanguageModel[];
}

/** The controller of a mapping panel for a service that names everything in its own way. */
export async function createMappingPanelFixture(
  served: Awaited<ReturnType<typeof startServedService>>,
  { answers = [], bodies = {}, operation = "servers.list", id, models = [] }: Options = {},
) {
  const fixture = await createOtherServiceFixture(served, { servers: fleet, projects: [], ...bodies }, { answers });
  const { app } = fixture;
  const posted: MappingPanelToWebview[] = [];
  const listeners = new Set<() => void>();
  const kind = createMappingPanel({
    app: { ...app, models: { list: async () => models } },
    applyProfile: (profileStore, profile) => applyProfile(app, profileStore, profile),
  });
  const controller = kind.open(
    { connection: fixture.session.connection.id, operation, ...(id !== undefined && { id }) },
    {
      setTitle: () => {},
      post: (message) => {
        posted.push(mappingPanelToWebviewSchema.parse(message));
        for (const listener of listeners) listener();
      },
    },
  );
  /** Waits for a message of a type that matches. */
  const waitFor = <Type extends MappingPanelToWebview["type"]>(
    type: Type,
    fits: (message: MessageOf<Type>) => boolean = () => true,
  ): Promise<MessageOf<Type>> => {
    const { promise, resolve } = Promise.withResolvers<MessageOf<Type>>();
    const check = () => {
      const found = posted.find((one): one is MessageOf<Type> => one.type === type && fits(one as MessageOf<Type>));
      if (found) resolve(found);
    };
    listeners.add(check);
    check();
    return waitOrShow(promise, () => posted);
  };
  const ready = (changes: readonly MappingChange[] = [], proposed: readonly MappingChange[] = []) =>
    controller.onMessage({ type: "ready", changes: [...changes], proposed: [...proposed] });
  const read = async (changes: readonly MappingChange[], proposed: readonly MappingChange[] = []) => {
    posted.length = 0;
    controller.onMessage({ type: "read", changes: [...changes], proposed: [...proposed] });
    return (await waitFor("reading")).shown;
  };
  return {
    ...{ ...fixture, kind, controller, posted, waitFor, ready, read },
    [Symbol.asyncDispose]: async () => {
      controller.dispose();
      await fixture[Symbol.asyncDispose]();
    },
  };
}
