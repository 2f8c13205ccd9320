import type { DeploymentSubject, Trouble } from "../../webview/protocol/deploymentPanelMessages.ts";
import type { Connection } from "../connection/connection.ts";
import type { Session } from "../connection/connectionSession.ts";
import { hasName, isUnauthorized, messageOf } from "../foundation/failure.ts";

/** Why the deployment cannot be seen as the session is; undefined: it can. */
export function sessionTrouble(
  session: Session,
  all: readonly Connection[],
  { connectionId, serverName }: DeploymentSubject,
): Trouble | undefined {
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
      return { words: `${messageOf(session.error)} It is tried again.`, act: { act: "showLog", label: "Show Log" } };
    case "connected":
      return undefined;
  }
}

function lost(connectionId: string, serverName: string): Trouble {
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
export function failureTrouble(error: unknown, { serverName, version }: DeploymentSubject): Trouble | undefined {
  // The session says that itself, in a moment.
  if (isUnauthorized(error)) return undefined;
  if (hasName(error, "NotFoundError"))
    return {
      words: `The service no longer has this deployment of ${serverName} ${version}: it was removed with its server, or made room for newer ones. What is shown here is from before.`,
      act: null,
    };
  const again = hasName(error, "ForbiddenError") ? "" : " It is tried again.";
  return { words: `${messageOf(error)}${again}`, act: { act: "showLog", label: "Show Log" } };
}
