import * as l10n from "@vscode/l10n";
import type { Server } from "../../contract/servers.ts";
import type { Skill } from "../../contract/skills.ts";
import { readUnavailability } from "../foundation/unavailability.ts";
import { type CopyEnd, listCopyVersions, readVersionContent } from "./copyEnd.ts";
import type { CopyItem, ReadingObstacle } from "./copyItem.ts";

type ItemVersions = Pick<CopyItem, "versions" | "unreadable">;

/** Whether a service says that there is no version yet. Undefined fields are those that it does not say. */
export function hasNoVersion({
  artifactId,
  latestVersion,
}: Pick<Server & Skill, "artifactId" | "latestVersion">): boolean {
  return latestVersion === null || (artifactId === null && latestVersion === undefined);
}

/** The versions of an item that has some, or why they cannot be read. */
export async function readItemVersions(
  end: CopyEnd,
  { artifactId, name }: Pick<CopyItem, "artifactId" | "name">,
  signal: AbortSignal,
): Promise<ItemVersions> {
  if (artifactId === undefined) {
    // A service of the contract has no artifact for what has no version.
    if (end.speaksContract) return { versions: [] };
    return hide(l10n.t`${end.name} does not show which artifact of its registry has the versions of ${name}.`);
  }
  try {
    const versions = await listCopyVersions(end, artifactId, signal);
    const latest = versions.at(-1);
    if (end.speaksContract) return { versions };
    if (!latest) return hide(l10n.t`${end.name} does not list the versions of ${name}.`);
    const { files } = await readVersionContent(end, artifactId, latest.version, signal);
    return files.length > 0
      ? { versions }
      : hide(l10n.t`${end.name} does not show the files of ${name} ${latest.version}.`);
  } catch (error) {
    return { versions: [], unreadable: requireObstacle(error) };
  }
}

/** Throws an error that is no obstacle for good. */
export function requireObstacle(error: unknown): ReadingObstacle {
  const unavailable = readUnavailability(error);
  if (!unavailable) throw error;
  return { kind: unavailable.kind === "forbidden" ? "forbidden" : "hiddenVersions", reason: unavailable.message };
}

function hide(reason: string): ItemVersions {
  return { versions: [], unreadable: { kind: "hiddenVersions", reason } };
}
