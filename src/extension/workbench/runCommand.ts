import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import type { CommandHandler } from "../base/editorServices.ts";
import {
  hasErrorName,
  isAbortError,
  isUnauthorizedError,
  isUnclearResponseError,
  readErrorMessage,
  readFailedOperation,
} from "../base/failure.ts";
import type { CommandTarget } from "../base/rows/commandTarget.ts";
import { isOperationMissing } from "../base/unavailability.ts";
import { signIn } from "../connection/commands/signIn.ts";
import type { ConnectionServices } from "../connection/connectionServices.ts";
import { editRequestTemplate } from "../profile/commands/editRequestTemplate.ts";
import type { App } from "./app.ts";
import { openTroubleshooting } from "./commands/openGuide.ts";
import { openRawResponse } from "./commands/openRawResponse.ts";
import { showLog } from "./commands/showLog.ts";

/** The message of a failure, and its actions, the most likely first. */
interface Remedies {
  readonly level: "error" | "warning";
  readonly actions: Readonly<Record<string, Remedy>>;
}

type Remedy = "again" | { readonly id: string; readonly command: CommandHandler<App>; readonly target?: CommandTarget };

const log: Remedies["actions"] = { [l10n.t("Show Log")]: { id: "fairlead.showLog", command: showLog } };
const guide: Remedies["actions"] = {
  [l10n.t("Open Guide")]: { id: "fairlead.openGuide", command: openTroubleshooting },
};

function findRemedies(app: Pick<ConnectionServices, "connections">, error: unknown): Remedies {
  const as = (actions: Remedies["actions"], level: Remedies["level"] = "error") => ({ level, actions });
  if (isUnauthorizedError(error))
    return as({ [l10n.t("Enter Key")]: { id: "fairlead.connection.signIn", command: signIn }, ...log });
  // The service lacks the operation, so nothing can be repaired.
  if (isOperationMissing(error))
    return as({ [l10n.t("Show Report")]: commandOf("fairlead.compatibility.check") }, "warning");
  const operation = readFailedOperation(error);
  // The service profile asks then which format the service takes.
  if (refusedFormatSchema.safeParse(error).success) return as({ ...profilePage, ...log });
  // A change may have taken effect, so it is neither retried nor repeated to show its response.
  if (operation && isUnclearResponseError(error))
    return as(operationTable[operation].method === "GET" ? { ...mapping(operation), ...log } : log);
  const named = operation && findRejectedFields(app, operation, error);
  if (operation && named) return as({ [l10n.t("Edit Request...")]: requestOf(operation, named), ...log });
  // A retry does not help against a permanent rejection.
  if (hasErrorName(error, "ForbiddenError", "NotFoundError", "FolderError")) return as({ ...guide, ...log });
  return as({ [l10n.t("Try Again")]: "again", ...log });
}

function mapping(operation: OperationName): Remedies["actions"] {
  return {
    ...profilePage,
    [l10n.t("Show Raw Answer")]: { id: "fairlead.openRaw", command: openRawResponse, target: { operation } },
  };
}

function requestOf(operation: OperationName, named: readonly string[]): Remedy {
  return { id: "fairlead.profile.edit", command: (app) => editRequestTemplate(app, operation, named) };
}

function commandOf(id: string): Remedy {
  return { id, command: (app) => app.run(id) };
}

const profilePage: Remedies["actions"] = {
  [l10n.t("Open Service Profile")]: commandOf("fairlead.compatibility.check"),
};

const refusedFormatSchema = z.object({ status: z.literal(415) });
const rejectionSchema = z.object({
  status: z.union([z.literal(400), z.literal(422)]),
  errors: z.array(z.object({ path: z.string() })),
});

/** The fields that a service of another dialect names when it rejects a body; undefined for other errors. */
function findRejectedFields(
  app: Pick<ConnectionServices, "connections">,
  operation: OperationName,
  error: unknown,
): readonly string[] | undefined {
  const session = app.connections.session();
  const isOther = session.kind === "connected" && session.profileStore.read().dialect === "other";
  const refused = rejectionSchema.safeParse(error).data;
  if (!isOther || !refused || operationTable[operation].body === null) return undefined;
  return refused.errors.map(({ path }) => path);
}

/** Runs a command and shows each failure in one message: what failed, and what to do about it. */
export async function runCommand(
  app: App,
  id: string,
  command: CommandHandler<App>,
  target: CommandTarget,
): Promise<void> {
  try {
    await command(app, target);
  } catch (error) {
    if (isAbortError(error)) return;
    app.log.error(`${id} failed: ${readErrorMessage(error)}`, error);
    // The message stays open after the command ends.
    void showFailure(app, error, () => runCommand(app, id, command, target));
  }
}

function showFailure(app: App, error: unknown, again: () => Promise<void>): Promise<void> {
  const { level, actions } = findRemedies(app, error);
  const steps = Object.entries(actions).map(([label, remedy]) => {
    const repair = () =>
      remedy === "again" ? again() : runCommand(app, remedy.id, remedy.command, remedy.target ?? {});
    return [label, repair] as const;
  });
  return app.messages[level](readErrorMessage(error), Object.fromEntries(steps));
}
