import { formatEtag } from "../storage/rows/storedRow.ts";
import { ServiceProblem } from "./serviceProblem.ts";

/** Throws `stale` unless the caller's `If-Match` (if there is one) fits the row's count of changes. */
export function checkIfMatch(ifMatch: string | undefined, changes: number): void {
  if (ifMatch === undefined) return;
  const current = formatEtag(changes);
  const given = ifMatch.split(",").map((tag) => tag.trim());
  if (given.some((tag) => tag === "*" || tag === current || `"${tag}"` === current)) return;
  throw new ServiceProblem("stale", `It was changed in the meantime. Read it again; its etag is now ${current}.`, {
    headers: { ETag: current },
  });
}
