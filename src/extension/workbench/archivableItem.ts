import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { ConfirmRequest, ServiceClient } from "../../client/client.ts";
import { isArchived, readArchived } from "../base/archivedState.ts";
import { isUnclearResponseError } from "../base/failure.ts";
import type { CommandTarget } from "../base/rows/commandTarget.ts";
import type { TreeNode, TreeNodeOfKind } from "./nodes.ts";

/** A row of something that can be renamed, archived and restored. */
export type ArchivableNode = TreeNodeOfKind<"project" | "server" | "skill">;

export interface ArchivableItem {
  readonly kind: ArchivableNode["kind"];
  readonly id: string;
  readonly name: string;
  readonly isArchived: boolean;
  readonly projectId: string | undefined;
  readonly node: ArchivableNode;
}

/** The rows that a command was called on. */
export function listTargetNodes({ node, nodes }: CommandTarget): readonly TreeNode[] {
  return nodes ?? (node ? [node] : []);
}

/** Those of a command's rows that can be archived; what is in a project of the list goes with the project. */
export function listArchivableItems(target: CommandTarget): readonly ArchivableItem[] {
  const items = listTargetNodes(target).flatMap((node) => toArchivableItem(node) ?? []);
  const projects = new Set(items.filter(({ kind }) => kind === "project").map(({ id }) => id));
  return items.filter(({ projectId }) => projectId === undefined || !projects.has(projectId));
}

export function toArchivableItem(node: TreeNode): ArchivableItem | undefined {
  if (node.kind === "project") {
    const { id, name } = node.project;
    return { kind: "project", id, name, isArchived: isArchived(node.project), projectId: undefined, node };
  }
  if (node.kind !== "server" && node.kind !== "skill") return undefined;
  const item = node.kind === "server" ? node.server : node.skill;
  const { id, name, projectId } = item;
  return { kind: node.kind, id, name, isArchived: isArchived(item), projectId, node };
}

/** The service does not know `archived`. */
export class ArchivingNotSupportedError extends Error {
  override readonly name = "ArchivingNotSupportedError";
}

/** The service took a restoring, and its answer does not say whether the item is archived. */
export class UnconfirmedRestoringError extends Error {
  override readonly name = "UnconfirmedRestoringError";
}

interface ArchivedChange {
  readonly archived: boolean;
  readonly confirmRequest?: ConfirmRequest | null | undefined;
}

/** Archives or restores an item. Throws where the service's answer does not show that it did. */
export async function setArchived(
  client: ServiceClient,
  item: Pick<ArchivableItem, "kind" | "id" | "name">,
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
  { name }: Pick<ArchivableItem, "name">,
  archived: boolean,
  cause?: unknown,
): ArchivingNotSupportedError {
  const message = archived
    ? l10n.t`This service does not show that it can archive "${name}", so it stays in the list. Use the service's own tools, or run Check Compatibility to see what it offers.`
    : l10n.t`This service does not show that it can restore "${name}", so it stays archived. Use the service's own tools, or run Check Compatibility to see what it offers.`;
  return new ArchivingNotSupportedError(message, { cause });
}

function createUnconfirmedError({ name }: Pick<ArchivableItem, "name">, cause?: unknown): UnconfirmedRestoringError {
  return new UnconfirmedRestoringError(
    l10n.t`The service did not confirm that it restored "${name}". Show or Hide Archived lists it if it is still archived.`,
    { cause },
  );
}
