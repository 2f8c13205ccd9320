import { formatEtag } from "../storage/rows/storedRow.ts";
import { ServiceProblem } from "./serviceProblem.ts";

/** Throws `stale` unless the request's `If-Match`, if present, matches the row's etag. */
export function checkIfMatch(ifMatch: string | undefined, etag: number): void {
  if (ifMatch === undefined) return;
  const current = formatEtag(etag);
  const requestedTags = ifMatch.split(",").map((tag) => tag.trim());
  if (requestedTags.some((tag) => tag === "*" || tag === current || `"${tag}"` === current)) return;
  throw new ServiceProblem("stale", `The item changed in the meantime. Read it again: its etag is now ${current}.`, {
    headers: { ETag: current },
  });
}
