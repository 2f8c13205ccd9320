import { type OperationName, operationTable } from "../../../../src/contract/operations.ts";
import type { Casing } from "./casing.ts";
import {
  type ConventionCredential,
  type Conventions,
  type EventStyle,
  type Quirk,
  quirks,
  type TokenStyle,
} from "./conventions.ts";
import type { Random } from "./random.ts";
import { drawStyle, type Style } from "./style.ts";

/** The conventions except for names. */
export function drawWireShapes(random: Random) {
  return {
    hasRelationships: random.chance(0.5),
    numbers: random.chance(0.08) ? ("text" as const) : ("number" as const),
    people: random.chance(0.15) ? ("object" as const) : ("text" as const),
    latestVersion: random.chance(0.06) ? ("object" as const) : ("text" as const),
    isBrief: random.chance(0.06),
    hasFacets: random.chance(0.08),
    stateIn: random.chance(0.05) ? random.pick(["state", "value", "name", "code"]) : undefined,
    wrongKeyStatus: random.chance(0.15) ? (403 as const) : (401 as const),
  };
}

export function drawQuirks(random: Random): ReadonlySet<Quirk> {
  const shares: Readonly<Record<Quirk, number>> = {
    mixed: 0.1,
    growing: 0.06,
    storm: 0.06,
    empty: 0.03,
    huge: 0.005,
    nulls: 0.08,
    strangeStates: 0.06,
    future: 0.04,
    okErrors: 0.04,
    slow: 0.02,
    strayList: 0.03,
    strictUnnamed: 0.03,
    anyItem: 0.06,
    nullLists: 0.05,
    repeatedCursor: 0.03,
    motley: 0.03,
    openEnded: 0.05,
    noContent: 0.03,
  };
  return new Set(quirks.filter((one) => random.chance(shares[one])));
}

/** Each area of the service has different conventions. */
export function drawMixedStyle(random: Random, casing: Casing): Conventions["style"] {
  const styles = new Map<string, Style>();
  return (operation) => {
    const [, , , area = ""] = operationTable[operation].path.split("/");
    const name = area.replace(/s$/, "");
    const known = styles.get(name);
    if (known) return known;
    const draw = random.part(`mixed ${name}`);
    const style = drawStyle(draw, { casing: draw.chance(0.5) ? casing : draw.pick(["camel", "snake", "pascal"]) });
    styles.set(name, style);
    return style;
  };
}

export function drawAccess(random: Random): Pick<Conventions, "credential" | "tenantHeader"> {
  const credential = random.weighed<ConventionCredential>([
    [8, { header: "Authorization", scheme: "Bearer" }],
    [1, { header: "Authorization", scheme: "Token" }],
    [1, { header: "Authorization", scheme: "Api-Key" }],
    [1, { header: "Authorization", scheme: "ApiKey" }],
    [1, { header: "Authorization", scheme: undefined }],
    [2, { header: "X-API-Key", scheme: undefined }],
    [1, { header: "X-Auth-Token", scheme: undefined }],
    [1, { header: "Api-Key", scheme: undefined }],
    [1, { header: "Acme-Key", scheme: undefined }],
  ]);
  const tenantHeader = random.chance(0.12)
    ? random.pick(["X-Organization-Id", "X-Org-Id", "X-Tenant-Id", "X-Tenant"])
    : undefined;
  return { credential, tenantHeader };
}

/** Operations that a service may lack. */
const optional: readonly OperationName[] = [
  "organization.usage",
  "organization.members",
  "oauthConnections.list",
  "oauthConnection.get",
  "registry.versions",
  "userSettings.get",
  "userSettings.update",
  "skillTestRuns.list",
  "skillTestRun.get",
  "skillTestRuns.start",
  "deployment.health",
  "project.get",
  "project.update",
  "apiKeys.create",
  "deployment.get",
  "server.generate",
  "registry.artifact",
  "organization.get",
  "runtime.token",
  "serverTestRun.get",
  "skill.uninstall",
  "apiKeys.delete",
];

export function drawMissingOperations(random: Random): ReadonlySet<OperationName> {
  if (random.chance(0.5)) return new Set();
  const share = random.pick([0.05, 0.1, 0.3]);
  const missing = new Set(optional.filter(() => random.chance(share)));
  // A service without readable settings cannot change them either.
  return missing.has("userSettings.get") ? missing.add("userSettings.update") : missing;
}

export function drawEvents(random: Random): EventStyle {
  const known = random.weighed<EventStyle["known"]>([
    [4, "sequence"],
    [2, "id"],
    [1, "cursor"],
    [1, "offset"],
    [1, "time"],
  ]);
  return {
    form: random.weighed<EventStyle["form"]>([
      [6, "list"],
      [2, "sse"],
      [1, "ndjson"],
      [2, "either"],
    ]),
    known,
    order: random.chance(0.3) ? "newestFirst" : "newestLast",
    after: random.pick(["after", "since", "from", "cursor"]),
  };
}

export function drawToken(random: Random): TokenStyle {
  return {
    field: random.pick(["accessToken", "access_token", "token", "jwt"]),
    expiry: random.pick(["expiresIn", "expires_in", "expiresAt", "expires_at", "jwt", "zero"]),
  };
}
