import type { Session } from "../connection/connectionSession.ts";
import { messageOf } from "../foundation/failure.ts";

/** Why a panel has nothing newer, and what helps. */
export interface Problem {
  readonly message: string;
  readonly remedy: string;
  /** undefined: trying again. */
  readonly command?: string;
}

export function unconnected(session: Session): Problem {
  if (session.kind === "signedOut") {
    return { message: session.reason, remedy: "Sign In", command: "fairlead.connection.signIn" };
  }
  if (session.kind === "failed") return { message: messageOf(session.error), remedy: "Try Again" };
  const message = "No service is connected.";
  return { message, remedy: "Connect", command: "fairlead.connection.switch" };
}
