import * as l10n from "@vscode/l10n";
import { type Connection, localConnection, localConnectionId } from "../../core/connection/connection.ts";
import type { OpenedConnection } from "../../core/connection/openConnection.ts";
import { type CopyEnd, createCopyEnd } from "../../core/copy/copyEnd.ts";
import type { PromptBack, PromptChoice, PromptStep } from "../../core/foundation/ports.ts";
import { runCancellable } from "../../core/foundation/runCancellable.ts";
import type { App } from "../app.ts";
import { askNewConnection, type ConnectionCommandContext } from "../connection/addConnection.ts";
import { listConnectionChoices } from "../connection/pickConnection.ts";
import { askConnectionKey } from "../connection/signIn.ts";

export type OpenEndContext = ConnectionCommandContext & Pick<App, "progress">;

/** One of the two services, with clients of its own: the user may switch the connection meanwhile. */
export interface OpenedEnd extends CopyEnd {
  readonly connection: Connection;
  close(): Promise<void>;
}

/** Prompts for another connection than the source's, or adds one. The active connection stays. */
export async function chooseTargetConnection(
  app: ConnectionCommandContext,
  source: Connection,
  question: { readonly title: string; readonly step: PromptStep },
  remembered: string | undefined,
): Promise<Connection | PromptBack | undefined> {
  const choices: PromptChoice<Connection | "add">[] = listConnectionChoices(app).filter(
    ({ value }) => value.id !== source.id,
  );
  const hasLocal = app.connections.all().some(({ id }) => id === localConnectionId);
  const local = {
    label: l10n.t("Local service"),
    detail: l10n.t("The service of this machine"),
    icon: "device-desktop",
  };
  const picked = await app.prompts.pick<Connection | "add">({
    ...question,
    placeholder: l10n.t("Copy to which service?"),
    choices: [
      ...choices,
      ...(hasLocal ? [] : [{ ...local, value: localConnection }]),
      { label: l10n.t("Add connection..."), icon: "add", value: "add" },
    ],
    active: (choice) => choice !== "add" && choice.id === remembered,
  });
  if (picked !== "add") return picked;
  const added = await askNewConnection(app);
  if (!added) return undefined;
  const { name, ...credentials } = added;
  return app.connections.save(credentials, name);
}

/** Connects; prompts for a key where there is none. undefined: cancelled. */
export async function openCopyEnd(app: OpenEndContext, connection: Connection): Promise<OpenedEnd | undefined> {
  const opened = await connect(app, connection);
  if (opened?.kind === "connected") return toEnd(opened);
  if (!opened || opened.connection.kind === "local") return undefined;
  const key = await askConnectionKey(app, connection);
  if (key === undefined) return undefined;
  await app.connections.saveKey(connection, key);
  const again = await connect(app, connection);
  return again?.kind === "connected" ? toEnd(again) : undefined;
}

async function connect(app: OpenEndContext, connection: Connection): Promise<OpenedConnection | undefined> {
  const task = { title: l10n.t`Connecting to ${connection.name}`, in: "notification" } as const;
  const ended = await runCancellable(app.progress, task, (_report, signal) => app.connections.open(connection, signal));
  return ended.kind === "done" ? ended.value : undefined;
}

function toEnd({
  connection,
  client,
  profileStore,
  keyHandle,
}: Extract<OpenedConnection, { kind: "connected" }>): OpenedEnd {
  const close = async () => {
    keyHandle.clear();
    await client.close();
  };
  return { ...createCopyEnd(connection, client, profileStore), connection, close };
}
