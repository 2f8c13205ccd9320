import { joinWords } from "../../text/joinWords.ts";
import type { DeploymentPanelProblem, DeploymentPanelSubject } from "../../webview/protocol/deploymentPanelMessages.ts";
import type { Connection } from "../connection/connection.ts";
import type { ConnectionSession } from "../connection/connectionSession.ts";
import { hasErrorName, isUnauthorizedError, readErrorMessage } from "../foundation/failure.ts";

/** Why the deployment cannot be seen as the session is; undefined: it can. */
export function describeSessionFailure(
  session: ConnectionSession,
  all: readonly Connection[],
  { connectionId, serverName }: DeploymentPanelSubject,
): DeploymentPanelProblem | undefined {
  const own = all.find(({ id }) => id === connectionId);
  if (!own) return lost(connectionId, serverName);
  if (session.kind === "none" || session.connection.id !== connectionId) {
    const words = `${serverName} is deployed at ${own.name}, which is not the connection in use. What is shown here is from before.`;
    return { words, act: { act: "switchConnection", label: "Switch Connection..." } };
  }
  switch (session.kind) {
    case "idle":
    case "connecting":
      return { words: `Connecting to ${own.name}...`, act: null };
    case "signedOut":
      return { words: session.reason, act: { act: "signIn", label: "Sign In..." } };
    case "failed":
      return {
        words: `${readErrorMessage(session.error)} It is tried again.`,
        act: { act: "showLog", label: "Show Log" },
      };
    case "connected":
      return undefined;
  }
}

function lost(connectionId: string, serverName: string): DeploymentPanelProblem {
  return connectionId === "local"
    ? {
        words: `The local service, where ${serverName} is deployed, is not in use.`,
        act: { act: "useLocal", label: "Use the Local Service" },
      }
    : {
        words: `The connection through which ${serverName} was deployed was removed. Add it again, and open the deployment from its view.`,
        act: null,
      };
}

/** What reading it failed with, for those who read. */
export function describeReadFailure(
  error: unknown,
  { serverName, version }: DeploymentPanelSubject,
): DeploymentPanelProblem | undefined {
  // The session says that itself, in a moment.
  if (isUnauthorizedError(error)) return undefined;
  if (hasErrorName(error, "NotFoundError"))
    return {
      words: `The service no longer has this deployment of ${joinWords(serverName, version)}: it was removed with its server, or made room for newer ones. What is shown here is from before.`,
      act: null,
    };
  const again = hasErrorName(error, "ForbiddenError") ? "" : " It is tried again.";
  return { words: `${readErrorMessage(error)}${again}`, act: { act: "showLog", label: "Show Log" } };
}
