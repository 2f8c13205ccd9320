import * as l10n from "@vscode/l10n";
import type { RequestPreview } from "../../../client/client.ts";
import type { OperationName } from "../../../contract/operations.ts";
import { inSequence } from "../../../text/inSequence.ts";
import { maskSecrets } from "../../../text/secrets/maskSecrets.ts";
import type { EditorSettings } from "../../base/editorSettings.ts";
import type { Prompts } from "../../base/ports.ts";
import type { ConnectionProfile } from "./connectionProfile.ts";

/** Decides whether a change is sent to the service of a connection that does not speak the contract. */
export type ConfirmChange = (profileStore: ConnectionProfile, preview: RequestPreview) => Promise<boolean>;

export interface ChangeConfirmationOptions {
  readonly prompts: Pick<Prompts, "decide">;
  readonly settings: () => Pick<EditorSettings, "changesPreview">;
}

/** Shows changes whose operation is not known to work at the service, and asks whether to send them: one question at a time. */
export function createChangeConfirmation(options: ChangeConfirmationOptions): ConfirmChange {
  // An answer can settle the questions that wait.
  return inSequence((profileStore, preview) => confirmUnproven(options, profileStore, preview));
}

const sendAll = l10n.t("Send All Without Asking");

async function confirmUnproven(
  { prompts, settings }: ChangeConfirmationOptions,
  profileStore: ConnectionProfile,
  preview: RequestPreview,
): Promise<boolean> {
  if (!isPreviewed(profileStore, preview.operation, settings())) return true;
  const { host } = preview;
  return confirmWithPreview(prompts, profileStore, preview, {
    message: l10n.t`Send this change to ${host}?`,
    detail: l10n.t`Fairlead has not yet changed anything in this way at ${host}.`,
    action: l10n.t("Send"),
  });
}

/** Whether the request of a change is shown before it is sent. */
export function isPreviewed(
  profileStore: ConnectionProfile,
  operation: OperationName,
  { changesPreview }: Pick<EditorSettings, "changesPreview">,
): boolean {
  if (profileStore.read().dialect === "contract" || changesPreview === "never") return false;
  return profileStore.evidence()[operation]?.outcome !== "works" && profileStore.asksBeforeChanges();
}

/** Asks a question about a change, and shows the request. */
export async function confirmWithPreview(
  prompts: Pick<Prompts, "decide">,
  profileStore: ConnectionProfile,
  preview: RequestPreview,
  { message, detail, action }: Parameters<Prompts["confirm"]>[0],
): Promise<boolean> {
  const answer = await prompts.decide({
    message,
    detail: `${detail}\n\n${formatRequestPreview(preview)}`,
    actions: [action, sendAll],
  });
  if (answer === sendAll) await profileStore.setAsksBeforeChanges(false);
  return answer !== undefined;
}

/** A dialog has no scroll bar. */
const mostLines = 30;
const longestLine = 200;

/** The request line, the headers and the body, as a text of a dialog. */
export function formatRequestPreview({ method, url, headers, body }: RequestPreview): string {
  const head = [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  const content = body === undefined ? [] : ["", ...JSON.stringify(body, null, 2).split("\n")];
  const lines = maskSecrets([...head, ...content].join("\n"), []).split("\n");
  const more = lines.length - mostLines;
  return [...lines.slice(0, mostLines).map(cutLine), ...(more > 0 ? [l10n.t`... and ${more} more lines`] : [])].join(
    "\n",
  );
}

function cutLine(line: string): string {
  return line.length > longestLine ? `${line.slice(0, longestLine)}...` : line;
}
