import * as l10n from "@vscode/l10n";
import type { OperationName } from "../../contract/operations.ts";
import { readServiceId } from "../../contract/received.ts";
import type { CopyEnd } from "./copyEnd.ts";
import type { CopyItem, ReadingObstacle } from "./copyItem.ts";
import type { CopyRefusal, KindRefusals } from "./planCopy.ts";
import { hasNoVersion, readItemVersions, requireObstacle } from "./readItemVersions.ts";

const listOperations = { server: "servers.list", skill: "skills.list" } as const;
const versionOperations = ["registry.versions", "registry.artifact"] as const;
/** What a copy calls at its target. */
const operations = {
  server: ["servers.create", "server.generate", ...versionOperations],
  skill: ["skills.create", "skill.update", ...versionOperations],
} as const satisfies Record<CopyItem["kind"], readonly OperationName[]>;

/** Why a service can have no copies of a kind, as far as it is known before anything is sent. */
export async function findTargetRefusals(
  target: CopyEnd,
  project: { readonly kind: "known" | "new" },
  signal: AbortSignal,
): Promise<KindRefusals> {
  const find = async (kind: CopyItem["kind"]): Promise<CopyRefusal | undefined> => {
    const needed = [...(project.kind === "new" ? (["projects.create"] as const) : []), ...operations[kind]];
    const operation = needed.find((one) => target.lacks(one));
    return operation ? { kind: "notOffered", operation } : findHiddenVersions(target, kind, signal);
  };
  const [server, skill] = await Promise.all([find("server"), find("skill")]);
  return { server, skill };
}

/** Copies at a service that hides versions could not be compared, and a second copy would make them again. */
async function findHiddenVersions(
  target: CopyEnd,
  kind: CopyItem["kind"],
  signal: AbortSignal,
): Promise<CopyRefusal | undefined> {
  try {
    for await (const item of target.client.list(listOperations[kind], { limit: 50 }, { signal })) {
      // The list can be read, and it follows the contract.
      if (target.speaksContract) return undefined;
      if (hasNoVersion(item)) continue;
      const sample = { artifactId: readServiceId(item.artifactId ?? undefined), name: item.name };
      const { unreadable } = await readItemVersions(target, sample, signal);
      return unreadable && toTargetRefusal(unreadable);
    }
    return undefined;
  } catch (error) {
    return toTargetRefusal(requireObstacle(error));
  }
}

const toTargetRefusal = ({ kind, reason }: ReadingObstacle): CopyRefusal => ({
  kind,
  reason: l10n.t`${reason} So a copy could not be compared, and the next one would make it again.`,
});
