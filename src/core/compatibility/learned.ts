import type { OpenProfileKeeper } from "../profileKeeper.ts";
import type { Session } from "../session.ts";

/** What is known of how a service speaks, and what it is known by. */
export type Learned = Pick<OpenProfileKeeper, "read" | "tell" | "evidence" | "onChange">;

/** Of the service that a window is connected to. */
export function learnedOf(session: Session): Learned | undefined {
  return session.kind === "connected" ? session.keeper : undefined;
}
