import type { CallOptions } from "../../../client/client.ts";
import type { OperationName } from "../../../contract/operations.ts";
import type { Prompts } from "../../base/ports.ts";
import type { ConnectedServices } from "../connectionServices.ts";
import { confirmWithPreview, isPreviewed } from "../model/confirmChange.ts";

/** The options of a call that the user confirmed, or confirms when its request is known. */
export type ConfirmedCall = Pick<CallOptions, "confirmRequest">;

/**
 * Asks before a call that cannot be undone; undefined if the user cancels. Where the request is shown before it is sent, the question
 * is asked there, so that there is one.
 */
export async function confirmCall(
  { connections, prompts, settings }: ConnectedServices,
  operation: OperationName,
  question: Parameters<Prompts["confirm"]>[0],
): Promise<ConfirmedCall | undefined> {
  const session = connections.session();
  if (session.kind !== "connected" || !isPreviewed(session.profileStore, operation, settings()))
    return (await prompts.confirm(question)) ? {} : undefined;
  const { profileStore } = session;
  return { confirmRequest: (preview) => confirmWithPreview(prompts, profileStore, preview, question) };
}
