import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { ConfirmRequest, ServiceClient } from "../../client/client.ts";
import { formatRelativeTime } from "../../text/formatTime.ts";
import { joinTextParts } from "../../text/joinTextParts.ts";
import { isUnclearResponseError } from "./failure.ts";
import type { NodeText } from "./rows/treeRowKind.ts";

/** What a service says about an archived item; one that cannot archive says nothing. */
export interface ArchivedState {
  readonly archived?: boolean | undefined;
  readonly archivedAt?: string | null | undefined;
}

export function isArchived(state: ArchivedState): boolean {
  return readArchived(state) ?? false;
}

/** undefined: the service does not say. */
export function readArchived({ archived, archivedAt }: ArchivedState): boolean | undefined {
  return archived ?? (archivedAt === undefined ? undefined : archivedAt !== null);
}

export type ArchivableKind = "project" | "server" | "skill";

/** What is archived or restored. */
interface ArchivedItem {
  readonly kind: ArchivableKind;
  readonly id: string;
  readonly name: string;
}

/** The service does not know `archived`. */
class ArchivingNotSupportedError extends Error {
  override readonly name = "ArchivingNotSupportedError";
}

/** The service took a restoring, and its answer does not say whether the item is archived. */
class UnconfirmedRestoringError extends Error {
  override readonly name = "UnconfirmedRestoringError";
}

interface ArchivedChange {
  readonly archived: boolean;
  readonly confirmRequest?: ConfirmRequest | null | undefined;
}

/** Archives or restores an item. Throws where the service's answer does not show that it did. */
export async function setArchived(
  client: ServiceClient,
  item: ArchivedItem,
  { archived, confirmRequest }: ArchivedChange,
): Promise<void> {
  const { kind, id } = item;
  const options = confirmRequest === undefined ? {} : { confirmRequest };
  const call = async () => {
    if (kind === "project") return client.call("project.update", { id, archived }, options);
    if (kind === "skill") return client.call("skill.update", { id, archived }, options);
    return client.call("server.update", { id, archived }, options);
  };
  try {
    const changed = readArchived(await call());
    if (changed === archived) return;
    throw changed === undefined && !archived ? createUnconfirmedError(item) : createNotSupportedError(item, archived);
  } catch (cause) {
    if (isUnclearResponseError(cause) && !archived) throw createUnconfirmedError(item, cause);
    if (isUnclearResponseError(cause) || isArchivedRefused(cause)) throw createNotSupportedError(item, archived, cause);
    throw cause;
  }
}

const rejectionSchema = z.object({
  status: z.union([z.literal(400), z.literal(422)]),
  message: z.string(),
  errors: z.array(z.object({ path: z.string() })),
});

function isArchivedRefused(error: unknown): boolean {
  const refused = rejectionSchema.safeParse(error).data;
  if (!refused) return false;
  return refused.errors.some(({ path }) => /(^|\.)archived$/.test(path)) || /\barchived\b/i.test(refused.message);
}

function createNotSupportedError(
  { name }: Pick<ArchivedItem, "name">,
  archived: boolean,
  cause?: unknown,
): ArchivingNotSupportedError {
  const message = archived
    ? l10n.t`This service does not show that it can archive "${name}", so it stays in the list. Use the service's own tools, or run Check Compatibility to see what it offers.`
    : l10n.t`This service does not show that it can restore "${name}", so it stays archived. Use the service's own tools, or run Check Compatibility to see what it offers.`;
  return new ArchivingNotSupportedError(message, { cause });
}

function createUnconfirmedError({ name }: Pick<ArchivedItem, "name">, cause?: unknown): UnconfirmedRestoringError {
  return new UnconfirmedRestoringError(
    l10n.t`The service did not confirm that it restored "${name}". Show or Hide Archived lists it if it is still archived.`,
    { cause },
  );
}

/** The text of a row, which for an archived item says that and offers no action on a live one. */
export function describeArchived(item: ArchivedState, text: NodeText, now: number): NodeText {
  if (!isArchived(item)) return text;
  const [kind = ""] = text.context.split(".");
  const state = joinTextParts(l10n.t("archived"), formatRelativeTime(item.archivedAt, now));
  return {
    ...text,
    description: state,
    spokenDescription: state,
    icon: "archive",
    isMuted: true,
    facts: () => [...text.facts(), [l10n.t("Archived"), formatRelativeTime(item.archivedAt, now) ?? l10n.t("yes")]],
    context: `archived.${kind}`,
  };
}
