import * as z from "zod";
import type { ParentChannel } from "../accounts/accountTokens.ts";
import { UpstreamError } from "./upstreamError.ts";

/** What a call met at the API. */
export type ApiContact = "answers" | "refuses" | "isNotReached";

/** Tells the process that started the server what calls meet at the API, so that it checks the API again when it thinks otherwise. */
export const apiContactSchema = z.object({
  kind: z.literal("fairlead.apiContact"),
  contact: z.enum(["answers", "refuses", "isNotReached"]),
});

/** The same is said at most once in this time. */
const pauseMs = 60_000;

export function createContactReporter(parent: ParentChannel | undefined): (contact: ApiContact) => void {
  let last: ApiContact | undefined;
  let lastAt = 0;
  return (contact) => {
    const now = performance.now();
    if (contact === last && now - lastAt < pauseMs) return;
    last = contact;
    lastAt = now;
    parent?.send({ kind: "fairlead.apiContact", contact });
  };
}

/** undefined: the failure says nothing about the API. */
export function readFailedContact(error: unknown): ApiContact | undefined {
  const isAway = error instanceof UpstreamError && (error.reason === "unreachable" || error.reason === "timeout");
  return isAway ? "isNotReached" : undefined;
}
