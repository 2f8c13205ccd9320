import type { Random } from "./random.ts";

/** Names of services for the fields of the contract, by resource where it matters. The contract's name is always one of them. */
const common: Readonly<Record<string, string>> = {
  id: "uuid ~Id uid _id",
  name: "displayName title label ~Name",
  description: "summary desc about",
  createdAt: "created createdOn creationTime creationTimestamp insertedAt dateCreated createTime",
  updatedAt: "updated modifiedAt lastModified updateTime modified updatedOn lastUpdatedAt",
  etag: "revision resourceVersion",
  status: "state phase currentStatus ~Status ~State",
  statusDetail: "statusMessage statusReason reason",
  organizationId: "orgId tenantId org accountId teamId",
  projectId: "project workspaceId",
  serverId: "server mcpServerId",
  skillId: "skill",
  version: "versionNumber release tag",
  digest: "sha256 checksum contentHash",
  kind: "type category",
};

const own: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  user: { name: "displayName fullName username", email: "emailAddress mail", kind: "type" },
  organization: {
    plan: "tier subscriptionPlan",
    memberCount: "membersCount seats",
    role: "yourRole membershipRole",
    slug: "handle",
  },
  member: {
    name: "displayName fullName",
    email: "emailAddress mail",
    role: "access permission",
    joinedAt: "joined memberSince",
  },
  apiKey: {
    prefix: "keyPrefix hint start",
    scopes: "permissions",
    expiresAt: "expires expiration expiryDate",
    lastUsedAt: "lastUsed lastUsedOn",
    key: "secret token apiKey",
  },
  project: { serverCount: "serversCount numServers", skillCount: "skillsCount numSkills", slug: "handle" },
  server: {
    latestVersion: "currentVersion version",
    toolCount: "toolsCount numTools",
    liveDeploymentId: "activeDeploymentId currentDeploymentId",
    desiredState: "targetState",
    environment: "env environmentVariables",
  },
  deployment: {
    url: "endpoint endpointUrl mcpUrl",
    startedAt: "started startTime",
    finishedAt: "finished endTime completedAt endedAt",
    triggeredBy: "createdBy author deployedBy",
    failure: "error",
    message: "commitMessage note",
  },
  event: {
    sequence: "seq offset index",
    at: "timestamp time ts createdAt",
    level: "severity logLevel",
    message: "msg text",
    kind: "type eventType",
    data: "payload details",
  },
  health: {
    checkedAt: "lastCheckedAt lastCheck",
    latencyMs: "latency responseTimeMs",
    uptimeMs: "uptime",
    restarts: "restartCount",
    checks: "probes components",
    history: "samples timeline",
  },
  check: { name: "check component", message: "detail", latencyMs: "latency durationMs" },
  point: { at: "timestamp time", latencyMs: "latency" },
  skill: {
    latestVersion: "currentVersion version",
    license: "licence",
    valid: "isValid",
    problems: "issues",
    allowedTools: "tools",
  },
  installation: { target: "destination", createdAt: "installedAt created" },
  target: { path: "directory", agent: "client", machine: "host" },
  testRun: {
    startedAt: "started startTime",
    finishedAt: "finished endTime completedAt",
    summary: "stats totals results",
    cases: "tests testCases",
    triggeredBy: "startedBy createdBy",
    version: "versionTested",
  },
  summary: {
    passed: "passes passedCount",
    failed: "failures failedCount",
    skipped: "skippedCount",
    errored: "errors",
    total: "count tests",
    durationMs: "duration elapsedMs",
  },
  case: { id: "caseId key", durationMs: "duration elapsedMs", message: "reason detail", kind: "type", name: "title" },
  artifact: { latestVersion: "currentVersion", versionCount: "versionsCount numVersions", kind: "type" },
  version: {
    version: "tag number semver",
    size: "sizeBytes bytes",
    publishedAt: "published releasedAt createdAt",
    publishedBy: "author publisher",
    notes: "changelog releaseNotes",
    deprecated: "isDeprecated yanked",
  },
  oauthConnection: {
    provider: "issuer service",
    account: "username login subject",
    scopes: "grantedScopes permissions",
    connectedAt: "authorizedAt linkedAt",
    expiresAt: "expires expiry",
    usedBy: "servers",
  },
  usage: { metrics: "quotas meters", daily: "days history" },
  metric: { name: "metric", used: "usage value current", limit: "quota max", unit: "units" },
  period: { start: "from startsAt", end: "to endsAt" },
  userSettings: {
    defaultProjectId: "defaultProject",
    notifyOn: "notifications notificationLevel",
    keepDeployments: "deploymentRetention",
    testTimeoutMs: "testTimeout",
  },
};

/** Fields that only a body has. */
const inputs: Readonly<Record<string, string>> = {
  installationId: "installation",
  message: "comment note",
  cases: "tests caseIds",
  scopes: "permissions",
  version: "versionNumber tag",
};

/** The fields of each resource, so that one name does not represent two of them. */
export interface WireNaming {
  /** The name of a field of a resource, as camelCase words. */
  field(resource: string, field: string): string;
  /** The name of an input field that items do not have. */
  input(field: string): string;
}

/** `share`: the proportion of fields with another name than in the contract. */
export function drawWireNaming(random: Random, share: number): WireNaming {
  const chosen = new Map<string, string>();
  const taken = new Map<string, Set<string>>();
  const choose = (key: string, resource: string, field: string, others: string | undefined) => {
    const known = chosen.get(key);
    if (known !== undefined) return known;
    const names = (others ?? "")
      .split(" ")
      .filter((name) => name !== "")
      .map((name) => named(name, resource));
    const draw = random.part(key);
    const [first, ...rest] = names;
    const wanted = first !== undefined && draw.chance(share) ? draw.pick([first, ...rest]) : field;
    const used = taken.get(resource) ?? new Set<string>();
    taken.set(resource, used);
    const name = used.has(plain(wanted)) || isOwn(resource, wanted, field) ? field : wanted;
    used.add(plain(name));
    chosen.set(key, name);
    return name;
  };
  return {
    field: (resource, field) =>
      choose(`${resource}.${field}`, resource, field, own[resource]?.[field] ?? common[field]),
    input: (field) => choose(`input.${field}`, "input", field, inputs[field]),
  };
}

function named(pattern: string, resource: string): string {
  return pattern.replace("~", resource);
}

const plain = (name: string) => name.toLowerCase();

/** A field must not have the contract's name for another field of the resource. */
function isOwn(resource: string, name: string, field: string): boolean {
  if (name === field) return false;
  const others = Object.keys(own[resource] ?? {});
  return (
    others.includes(name) || (name in common && name !== "version") || (resource === "artifact" && name === "title")
  );
}
