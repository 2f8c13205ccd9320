import * as l10n from "@vscode/l10n";
import { readErrorMessage } from "../../base/failure.ts";
import type { ConnectionSession } from "../model/connectionSession.ts";

/** The reason why a panel cannot read, and the action that helps. */
export interface DisconnectedProblem {
  readonly message: string;
  readonly remedy: string;
  /** undefined: the action reads again. */
  readonly command?: string;
}

export function describeDisconnected(session: ConnectionSession): DisconnectedProblem {
  if (session.kind === "signedOut") {
    return { message: session.reason, remedy: l10n.t("Sign In"), command: "fairlead.connection.signIn" };
  }
  if (session.kind === "failed") return { message: readErrorMessage(session.error), remedy: l10n.t("Try Again") };
  const message = l10n.t("No service is connected.");
  return { message, remedy: l10n.t("Connect"), command: "fairlead.connection.switch" };
}
