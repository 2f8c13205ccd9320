import type { RequestPreview } from "../../client/client.ts";
import type { EditorSettings, Prompts } from "../foundation/ports.ts";
import type { ConnectionProfile } from "./connectionProfile.ts";
import { formatRequestPreview } from "./formatRequestPreview.ts";

/** Decides whether a change is sent to the service of a connection that does not speak the contract. */
export type ConfirmChange = (profileStore: ConnectionProfile, preview: RequestPreview) => Promise<boolean>;

export interface ChangeConfirmationOptions {
  readonly prompts: Pick<Prompts, "decide">;
  readonly settings: () => Pick<EditorSettings, "changesPreview">;
}

/** Shows changes whose operation is not known to work at the service, and asks whether to send them: one question at a time. */
export function createChangeConfirmation(options: ChangeConfirmationOptions): ConfirmChange {
  let last: Promise<unknown> = Promise.resolve();
  return (profileStore, preview) => {
    // An answer can settle the questions that wait.
    const confirmed = last.then(() => confirmUnproven(options, profileStore, preview));
    last = confirmed.catch(() => {});
    return confirmed;
  };
}

const sendAll = "Send All Without Asking";

async function confirmUnproven(
  { prompts, settings }: ChangeConfirmationOptions,
  profileStore: ConnectionProfile,
  preview: RequestPreview,
): Promise<boolean> {
  const isProven = profileStore.evidence()[preview.operation]?.outcome === "works";
  if (isProven || !profileStore.asksBeforeChanges() || settings().changesPreview === "never") return true;
  const { host } = preview;
  const answer = await prompts.decide({
    message: `Send this change to ${host}?`,
    detail: `Fairlead has not yet changed anything in this way at ${host}.\n\n${formatRequestPreview(preview)}`,
    actions: ["Send", sendAll],
  });
  if (answer === sendAll) await profileStore.setAsksBeforeChanges(false);
  return answer !== undefined;
}
