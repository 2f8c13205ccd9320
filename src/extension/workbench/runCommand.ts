import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { ServiceClient } from "../../client/client.ts";
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
import { showMessage } from "../base/showMessage.ts";
import { isOperationMissing } from "../base/unavailability.ts";
import type { ConnectionServices } from "../connection/connectionServices.ts";
import { editRequestTemplate } from "../profile/commands/editRequestTemplate.ts";
import type { App } from "./app.ts";

type Actions = Readonly<Record<string, CommandHandler<App>>>;

/** How a failure is shown, and what can be done about it, the most likely first. */
interface Remedies {
  readonly level: "error" | "warning";
  readonly actions: Actions;
}

const runs =
  (...command: Parameters<App["run"]>): CommandHandler<App> =>
  ({ run }) =>
    run(...command);
const log: Actions = { [l10n.t("Show Log")]: runs("fairlead.showLog") };
const guide: Actions = { [l10n.t("Open Guide")]: ({ showGuide }) => showGuide("troubleshooting") };
const profilePage: Actions = { [l10n.t("Open Service Profile")]: runs("fairlead.compatibility.check") };

function findRemedies(
  app: Pick<ConnectionServices, "connections">,
  error: unknown,
  again: () => Promise<void>,
): Remedies {
  const as = (actions: Actions, level: Remedies["level"] = "error") => ({ level, actions });
  if (isUnauthorizedError(error)) return as({ [l10n.t("Enter Key")]: runs("fairlead.connection.signIn"), ...log });
  // The service lacks the operation, so nothing can be repaired.
  if (isOperationMissing(error))
    return as({ [l10n.t("Show Report")]: runs("fairlead.compatibility.check") }, "warning");
  const operation = readFailedOperation(error);
  // The service profile asks then which format the service takes.
  if (refusedFormatSchema.safeParse(error).success) return as({ ...profilePage, ...log });
  // A change may have taken effect, so it is neither retried nor repeated to show its response.
  if (operation && isUnclearResponseError(error)) {
    const raw = { [l10n.t("Show Raw Answer")]: runs("fairlead.openRaw", { operation }) };
    return as(operationTable[operation].method === "GET" ? { ...profilePage, ...raw, ...log } : log);
  }
  const named = operation && findRejectedFields(app, operation, error);
  if (operation && named) {
    const edit: CommandHandler<App> = (context) => editRequestTemplate(context, operation, named);
    return as({ [l10n.t("Edit Request...")]: edit, ...log });
  }
  // A retry does not help against a permanent rejection.
  if (hasErrorName(error, "ForbiddenError", "NotFoundError", "ConflictError", "FolderError"))
    return as({ ...guide, ...log });
  return as({ [l10n.t("Try Again")]: again, ...log });
}

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

const lostConnection = l10n.t("The connection ended before this was done. See how far it got, then start it again.");

/** Runs a command and shows each failure in one message: what failed, and what to do about it. */
export async function runCommand(
  app: App,
  id: string,
  command: CommandHandler<App>,
  target: CommandTarget,
): Promise<void> {
  const client = readClient(app);
  try {
    await command(app, target);
  } catch (error) {
    if (isAbortError(error)) {
      // A client that is closed ends its calls as if the user had cancelled them.
      if (client && readClient(app) !== client)
        showMessage(app, "warning", `${readErrorMessage(error)} ${lostConnection}`);
      return;
    }
    app.log.error(`${id} failed: ${readErrorMessage(error)}`, error);
    const { level, actions } = findRemedies(app, error, () => runCommand(app, id, command, target));
    const steps = Object.entries(actions).map(([label, action]) => {
      return [label, () => runCommand(app, id, action, {})] as const;
    });
    // The message stays open after the command ends.
    void app.messages[level](readErrorMessage(error), Object.fromEntries(steps));
  }
}

function readClient({ connections }: Pick<ConnectionServices, "connections">): ServiceClient | undefined {
  const session = connections.session();
  return session.kind === "connected" ? session.client : undefined;
}
