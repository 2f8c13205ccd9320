import type { ConnectionSession } from "../connection/connectionSession.ts";
import { readErrorMessage } from "../foundation/failure.ts";

/** The reason why a panel cannot read, and the action that helps. */
export interface DisconnectedProblem {
  readonly message: string;
  readonly remedy: string;
  /** undefined: the action reads again. */
  readonly command?: string;
}

export function describeDisconnected(session: ConnectionSession): DisconnectedProblem {
  if (session.kind === "signedOut") {
    return { message: session.reason, remedy: "Sign In", command: "fairlead.connection.signIn" };
  }
  if (session.kind === "failed") return { message: readErrorMessage(session.error), remedy: "Try Again" };
  const message = "No service is connected.";
  return { message, remedy: "Connect", command: "fairlead.connection.switch" };
}
