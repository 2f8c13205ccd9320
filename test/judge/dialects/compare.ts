import { isSameJson } from "../../../src/testcases/checkToolResult.ts";
import { type Fields, isFields } from "../../support/simulated/json.ts";

/** The fields of a resource that trees, panels and documents show or follow. */
const compared: Readonly<Record<string, string>> = {
  user: "id name email organizationId key.name",
  organization: "id name plan memberCount role",
  member: "id name email role joinedAt",
  usage: "metrics period.start period.end",
  metric: "name used limit unit",
  apiKey: "id name prefix scopes expiresAt lastUsedAt createdAt",
  project: "id name description serverCount skillCount",
  server: "id projectId name description status statusDetail latestVersion liveDeploymentId toolCount updatedAt",
  deployment: "id serverId version status url message createdAt startedAt finishedAt triggeredBy failure.message",
  event: "message at level kind",
  health: "status latencyMs uptimeMs restarts checks history checkedAt",
  check: "name status message",
  point: "at status latencyMs",
  skill: "id projectId name description latestVersion updatedAt license valid",
  installation: "id skillId version status target.path target.agent createdAt",
  testRun:
    "id serverId skillId version status summary.passed summary.failed summary.durationMs createdAt startedAt cases",
  case: "id name status message durationMs",
  artifact: "id kind name title description latestVersion versionCount updatedAt version.version files",
  file: "path size",
  version: "version digest size publishedAt publishedBy notes deprecated",
  oauthConnection: "id provider account status connectedAt expiresAt scopes usedBy",
  userSettings: "defaultProjectId notifyOn keepDeployments testTimeoutMs",
};
const inner: Readonly<Record<string, string>> = {
  metrics: "metric",
  checks: "check",
  history: "point",
  cases: "case",
  files: "file",
};

export function findDifference(resource: string, shown: unknown, actual: unknown): string | undefined {
  if (!isFields(shown) || !isFields(actual)) return `${resource} is ${abbreviateJson(actual)}`;
  for (const place of (compared[resource] ?? "").split(" ")) {
    const path = place.split(".");
    const wanted = at(shown, path);
    if (wanted === undefined || (resource === "point" && isFields(wanted))) continue;
    const found = differs(resource, path.at(-1) ?? "", wanted, at(actual, path));
    if (found !== undefined) return `${place} ${found}`;
  }
  return undefined;
}

function differs(resource: string, field: string, wanted: unknown, actual: unknown): string | undefined {
  const of = inner[field];
  if (of !== undefined && Array.isArray(wanted)) {
    if (!Array.isArray(actual) || actual.length !== wanted.length)
      return `are ${abbreviateJson(actual)}, not ${wanted.length}`;
    for (const [index, one] of wanted.entries()) {
      const found = findDifference(of, one, actual[index]);
      if (found !== undefined) return `[${index}]: ${found}`;
    }
    return undefined;
  }
  if (Array.isArray(wanted))
    return isSameList(wanted, actual)
      ? undefined
      : `of ${resource} are ${abbreviateJson(actual)}, not ${abbreviateJson(wanted)}`;
  // A service may leave out what is null.
  const isSame = isSameJson(wanted, actual) || (wanted === null && actual === undefined);
  return isSame ? undefined : `of ${resource} is ${abbreviateJson(actual)}, not ${abbreviateJson(wanted)}`;
}

function isSameList(one: readonly unknown[], other: unknown): boolean {
  return Array.isArray(other) && JSON.stringify(one) === JSON.stringify(other);
}

function at(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (!isFields(found)) return undefined;
    found = found[name];
  }
  return found;
}

/** Compares two lists of items regardless of order. `isAllowed` accepts additional items. */
export function findListDifference(
  resource: string,
  shown: readonly Fields[],
  actual: readonly unknown[],
  isAllowed: (item: Fields) => boolean = () => false,
): string | undefined {
  const key = shown[0]?.id === undefined && resource === "version" ? "version" : "id";
  const byKey = new Map(actual.filter(isFields).map((item) => [item[key], item]));
  if (byKey.size !== actual.length) return `${actual.length - byKey.size} of ${actual.length} are there twice`;
  for (const wanted of shown) {
    const found = byKey.get(wanted[key]);
    if (!found)
      return `${shown.length} are there, shown are ${actual.length}: ${abbreviateJson(wanted[key])} is missing${actual.length > 0 ? ` (first: ${abbreviateJson(firstOf(actual, key))})` : ""}`;
    const difference_ = findDifference(resource, wanted, found);
    if (difference_ !== undefined) return `${abbreviateJson(wanted[key])}: ${difference_}`;
    byKey.delete(wanted[key]);
  }
  const more = [...byKey.values()].filter((item) => !isAllowed(item));
  return more.length === 0 ? undefined : `${more.length} too many: ${abbreviateJson(more[0]?.[key])}`;
}

function firstOf(items: readonly unknown[], key: string): unknown {
  const [first] = items;
  return isFields(first) ? first[key] : first;
}

export function abbreviateJson(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 100 ? `${text.slice(0, 100)}...` : text;
}
