import * as l10n from "@vscode/l10n";
import { joinWords } from "../../../text/joinWords.ts";
import type {
  DeploymentPanelProblem,
  DeploymentPanelSubject,
} from "../../../webview/protocol/deploymentPanelMessages.ts";
import { hasErrorName, isUnauthorizedError, readErrorMessage } from "../../base/failure.ts";
import type { Connection } from "../../connection/model/connection.ts";
import type { ConnectionSession } from "../../connection/model/connectionSession.ts";

/** Describes why this session cannot read the deployment. Returns `undefined` if it can. */
export function describeSessionFailure(
  session: ConnectionSession,
  all: readonly Connection[],
  { connectionId, serverName }: DeploymentPanelSubject,
): DeploymentPanelProblem | undefined {
  const own = all.find(({ id }) => id === connectionId);
  if (!own) return describeMissingConnection(connectionId, serverName);
  if (session.kind === "none" || session.connection.id !== connectionId) {
    const message = l10n.t`${serverName} is deployed at ${own.name}, which is not the connection in use. What is shown here is from before.`;
    return { message, action: { action: "switchConnection", label: l10n.t("Switch Connection...") } };
  }
  switch (session.kind) {
    case "idle":
    case "connecting":
      return { message: l10n.t`Connecting to ${own.name}...`, action: null };
    case "signedOut":
      return { message: session.reason, action: { action: "signIn", label: l10n.t("Sign In...") } };
    case "failed":
      return {
        message: l10n.t`${readErrorMessage(session.error)} It is tried again.`,
        action: { action: "showLog", label: l10n.t("Show Log") },
      };
    case "connected":
      return undefined;
  }
}

function describeMissingConnection(connectionId: string, serverName: string): DeploymentPanelProblem {
  return connectionId === "local"
    ? {
        message: l10n.t`The local service, where ${serverName} is deployed, is not in use.`,
        action: { action: "useLocal", label: l10n.t("Use the Local Service") },
      }
    : {
        message: l10n.t`The connection through which ${serverName} was deployed was removed. Add it again, and open the deployment from its view.`,
        action: null,
      };
}

/** Describes a failed read. Returns `undefined` if another message covers the failure. */
export function describeReadFailure(
  error: unknown,
  { serverName, version }: DeploymentPanelSubject,
): DeploymentPanelProblem | undefined {
  // The session changes to `signedOut`, and that has its own message.
  if (isUnauthorizedError(error)) return undefined;
  if (hasErrorName(error, "NotFoundError"))
    return {
      message: l10n.t`The service no longer has this deployment of ${joinWords(serverName, version)}: it was removed with its server, or made room for newer ones. What is shown here is from before.`,
      action: null,
    };
  const reason = readErrorMessage(error);
  const message = hasErrorName(error, "ForbiddenError") ? reason : l10n.t`${reason} It is tried again.`;
  return { message, action: { action: "showLog", label: l10n.t("Show Log") } };
}
