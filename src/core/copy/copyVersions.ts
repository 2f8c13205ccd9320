import * as l10n from "@vscode/l10n";
import type { OperationInput } from "../../contract/operations.ts";
import type { Server } from "../../contract/servers.ts";
import { hasErrorName } from "../foundation/failure.ts";
import { readUnavailability } from "../foundation/unavailability.ts";
import { encodeFile } from "../registry/encodeFile.ts";
import { findServerEntry } from "../server/packServerFolder.ts";
import { readServer } from "../server/readServer.ts";
import { waitForGeneration } from "../server/waitForGeneration.ts";
import { type CopyEnd, deadlineMs, readVersionContent, type VersionContent } from "./copyEnd.ts";
import type { CopyItem, CopyVersion } from "./copyItem.ts";
import { createOnce } from "./createOnce.ts";
import { generationWait } from "./generationWait.ts";
import type { ItemPlan } from "./planCopy.ts";

/** One item could not be copied; the others can. */
export class ItemCopyError extends Error {
  override readonly name = "ItemCopyError";
}

export interface CopyContext {
  readonly source: CopyEnd;
  readonly target: CopyEnd;
  /** The project of the copies. */
  readonly projectId: string;
  readonly signal: AbortSignal;
}

/** A version that was made, with the digest of the files that were sent. */
export interface CopiedVersion {
  readonly version: string;
  readonly digest: string;
}

/** The copy as far as it is known: where it is, to compare it. */
export interface CopiedItem {
  readonly id: string;
  readonly artifactId: string | undefined;
}

/** Makes the versions of a plan, oldest first. `onVersion` is called after each. */
export function copyVersions(
  context: CopyContext,
  plan: ItemPlan,
  onVersion: (version: CopiedVersion) => void,
): Promise<CopiedItem> {
  return plan.item.kind === "server"
    ? copyServerVersions(context, plan, onVersion)
    : copySkillVersions(context, plan, onVersion);
}

async function copyServerVersions(
  context: CopyContext,
  { item, existing, versions }: ItemPlan,
  onVersion: (version: CopiedVersion) => void,
): Promise<CopiedItem> {
  const { target, signal } = context;
  let copied: CopiedItem | undefined = existing;
  for (const version of versions) {
    const { files, digest } = await readFiles(context, item, version);
    // After the first files are read, so that a failure to read them leaves no server without a version.
    const { id } = copied ?? (await createServer(context, item));
    const { entry = findServerEntry(item.name, files), accounts } = version;
    const source = {
      ...{ kind: "files" as const, entry, files: files.map(encodeFile) },
      ...(accounts && accounts.length > 0 && { accounts: [...accounts] }),
    };
    const input = { id, version: version.version, source };
    const ordered = await target.client.call("server.generate", input, { signal, deadlineMs });
    const server = await waitForGeneration(target.client, { ...ordered, id, name: item.name }, signal, generationWait);
    if (server.status !== "ready") throw new ItemCopyError(server.statusDetail || describeUnknownState(server));
    copied = { id, artifactId: server.artifactId ?? copied?.artifactId };
    onVersion({ version: version.version, digest });
    await requireShown(context, item, copied, { version: version.version, digest });
  }
  return requireVersion(copied, item);
}

const describeUnknownState = ({ name }: Server) =>
  l10n.t`The service does not say whether it made the version of ${name}.`;

function createServer({ target, projectId, signal }: CopyContext, { id, name, description = "" }: CopyItem) {
  const input = { projectId, name, description };
  return createOnce({
    identity: ["servers.create", id, input],
    create: (options) => target.client.call("servers.create", input, { ...options, signal }),
    find: async (created) => (await readServer(target.client, created, signal)) !== undefined,
  });
}

async function copySkillVersions(
  context: CopyContext,
  { item, existing, versions }: ItemPlan,
  onVersion: (version: CopiedVersion) => void,
): Promise<CopiedItem> {
  const { target, signal, projectId } = context;
  let copied: CopiedItem | undefined = existing;
  for (const version of versions) {
    const { files, digest } = await readFiles(context, item, version);
    const published = {
      ...{ files: files.map(encodeFile), version: version.version },
      ...(version.notes !== undefined && { notes: version.notes }),
    };
    const skill = copied
      ? await target.client.call("skill.update", { id: copied.id, ...published }, { signal, deadlineMs })
      : await createSkill(context, [item.id, version.version, digest], { projectId, ...published });
    copied = { id: skill.id, artifactId: skill.artifactId ?? copied?.artifactId };
    onVersion({ version: version.version, digest });
    await requireShown(context, item, copied, { version: version.version, digest });
  }
  return requireVersion(copied, item);
}

function requireVersion(copied: CopiedItem | undefined, { name }: CopyItem): CopiedItem {
  if (!copied) throw new ItemCopyError(l10n.t`${name} has no version to copy.`);
  return copied;
}

/** A service with other payloads may ignore the files or choose another number: then the next versions are not sent. */
async function requireShown(
  { target, signal }: CopyContext,
  { name }: CopyItem,
  { artifactId }: CopiedItem,
  { version, digest }: CopiedVersion,
): Promise<void> {
  if (target.speaksContract) return;
  const shown = artifactId && (await readShownDigest(target, artifactId, version, signal));
  if (shown !== digest)
    throw new ItemCopyError(
      l10n.t`${target.name} does not show ${name} ${version} with the files that were sent, so nothing more of it was sent. Look at it there, and archive it if it is of no use.`,
    );
}

async function readShownDigest(target: CopyEnd, artifactId: string, version: string, signal: AbortSignal) {
  try {
    return (await readVersionContent(target, artifactId, version, signal)).digest;
  } catch (error) {
    if (hasErrorName(error, "NotFoundError") || readUnavailability(error)) return undefined;
    throw error;
  }
}

function createSkill(
  { target, signal }: CopyContext,
  identity: readonly string[],
  input: OperationInput<"skills.create">,
) {
  return createOnce({
    identity: ["skills.create", input.projectId, ...identity],
    create: (options) => target.client.call("skills.create", input, { ...options, signal, deadlineMs }),
    find: async (id) => {
      const { items } = await target.client.call("skills.list", { id, limit: 1 }, { signal });
      return items.some((skill) => skill.id === id);
    },
  });
}

/** Throws where the files are not those that the service published. */
async function readFiles(
  { source, signal }: CopyContext,
  { name, artifactId = "" }: CopyItem,
  { version, digest }: CopyVersion,
): Promise<VersionContent> {
  const content = await readVersionContent(source, artifactId, version, signal);
  if (content.files.length === 0)
    throw new ItemCopyError(l10n.t`${source.name} does not return the files of ${name} ${version}.`);
  if (digest !== undefined && digest !== content.digest)
    throw new ItemCopyError(
      l10n.t`The files of ${name} ${version} at ${source.name} do not have the digest of the version, so they are damaged. Restore them there.`,
    );
  return content;
}
