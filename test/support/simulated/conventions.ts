import { type OperationName, operations } from "../../../src/contract/operations.ts";
import type { Casing } from "./casing.ts";
import { drawIds, type IdKind, type Ids } from "./ids.ts";
import { type Random, randomOf } from "./random.ts";
import { realConventions } from "./realConventions.ts";
import { drawStates, type StateStyle } from "./states.ts";
import { drawStyle, type Style } from "./style.ts";
import type { TimeKind, TimeStyle } from "./times.ts";
import { drawNaming, type Naming } from "./wireNames.ts";

export const meannesses = [
  "mixed",
  "growing",
  "storm",
  "empty",
  "huge",
  "nulls",
  "strangeStates",
  "future",
  "okErrors",
  "slow",
  "strayList",
  "strictUnnamed",
  "anyItem",
  "nullLists",
  "repeatedCursor",
  "motley",
  "openEnded",
  "noContent",
] as const;
export type Mean = (typeof meannesses)[number];

export type ErrorKind =
  | "problem"
  | "errorObject"
  | "oauth"
  | "errors"
  | "message"
  | "detail"
  | "detailList"
  | "goa"
  | "text"
  | "html"
  | "success"
  | "fieldMap";

export interface Credential {
  readonly header: string;
  readonly scheme: string | undefined;
}

/** How a whole service speaks. */
export interface Conventions {
  readonly seed: number;
  /** One of the real ones, rebuilt; undefined where all is drawn. */
  readonly real: string | undefined;
  readonly mean: ReadonlySet<Mean>;
  style(operation: OperationName): Style;
  readonly naming: Naming;
  readonly ids: Ids;
  readonly times: TimeStyle;
  readonly states: StateStyle;
  readonly errors: ErrorKind;
  /** The status of a refusal of what was asked for: 400 or 422. */
  readonly refusalStatus: 400 | 422;
  readonly credential: Credential;
  readonly tenantHeader: string | undefined;
  readonly unknownQuery: "ignored" | "refused";
  readonly unknownBody: "ignored" | "refused";
  /** Whether a refusal names the parameter. */
  readonly isNaming: boolean;
  readonly areFiltersHeeded: boolean;
  readonly openapiPath: string | undefined;
  readonly missing: ReadonlySet<OperationName>;
  readonly missingStatus: 403 | 404 | 405 | 501;
  readonly contentType: string | undefined;
  readonly hasByteOrderMark: boolean;
  readonly events: EventStyle;
  readonly token: TokenStyle;
  /** Fields that the service does not say, as resource.field. */
  isUnsaid(resource: string, field: string): boolean;
  readonly hasExtras: boolean;
  /** Optional fields without a value: null, or not there. */
  readonly nulls: "null" | "absent";
  readonly inputsAsItems: boolean;
  readonly hasNestedReferences: boolean;
  readonly groups: "none" | "times" | "resource";
  /** References stand in `relationships`, where items are JSON:API's. */
  readonly hasRelationships: boolean;
  readonly numbers: "number" | "text";
  readonly people: "text" | "object";
  readonly latestVersion: "text" | "object";
  /** Lists say of an item only what it cannot do without. */
  readonly isBrief: boolean;
  /** Lists have other arrays beside them. */
  readonly hasFacets: boolean;
  /** A state stands in an object, under this name. */
  readonly stateIn: string | undefined;
  readonly wrongKeyStatus: 401 | 403;
}

export interface EventStyle {
  readonly form: "list" | "sse" | "ndjson" | "either";
  readonly known: "sequence" | "id" | "cursor" | "offset" | "time";
  readonly order: "newestFirst" | "newestLast";
  readonly after: string;
}

export interface TokenStyle {
  readonly field: "accessToken" | "access_token" | "token" | "jwt";
  readonly expiry: "expiresIn" | "expires_in" | "expiresAt" | "expires_at" | "jwt" | "zero";
}

export function drawConventions(seed: number): Conventions {
  const random = randomOf(seed);
  const mean = drawMean(random.part("mean"));
  const casing = random.weighed<Casing>([
    [5, "camel"],
    [5, "snake"],
    [1, "kebab"],
    [1.5, "pascal"],
  ]);
  const share = random.pick([0, 0.25, 0.25, 0.5]);
  const real = random.part("real").chance(0.12) ? random.part("which").pick(realConventions) : undefined;
  const first: Style = { ...drawStyle(random.part("style"), { casing }), ...real?.style };
  const mixed = mean.has("mixed");
  const missing = drawMissing(random.part("missing"));
  return {
    seed,
    real: real?.name,
    mean,
    style: mixed && !real ? mixedStyle(random, casing) : () => first,
    naming: drawNaming(random.part("names"), share),
    ids: drawIds(
      random.part("ids"),
      real?.ids ??
        random.weighed<IdKind>([
          [4, "same"],
          [3, "number"],
          [1, "long"],
          [1, "longText"],
          [2, "uuid"],
          [1, "path"],
          [1, "spaced"],
          [1, "emoji"],
          [1, "gid"],
          [2, "hex"],
        ]),
    ),
    times: {
      kind:
        real?.times ??
        random.weighed<TimeKind>([
          [6, "rfc3339"],
          [3, "seconds"],
          [2, "offset"],
          [1, "plain"],
          [0.7, "naive"],
          [1, "naive"],
          [3, "epoch"],
          [2, "epochMs"],
          [1, "epochUs"],
          [0.5, "epochText"],
          [0.5, "http"],
        ]),
      shiftMs: mean.has("future") ? 30 * 365 * 86_400_000 : 0,
    },
    states: drawStates(random.part("states"), random.pick([0, 0.3, 0.6]), mean.has("strangeStates")),
    errors:
      real?.errors ??
      random.pick([
        "problem",
        "errorObject",
        "oauth",
        "errors",
        "message",
        "detail",
        "detailList",
        "goa",
        "text",
        "html",
        "success",
        "fieldMap",
      ]),
    refusalStatus: random.pick([400, 422]),
    ...drawAccess(random.part("access")),
    ...(real && { credential: real.credential }),
    unknownQuery: mean.has("strictUnnamed") || random.chance(0.25) ? "refused" : "ignored",
    unknownBody: random.chance(0.3) ? "refused" : "ignored",
    isNaming: !mean.has("strictUnnamed") && random.chance(0.85),
    areFiltersHeeded: random.chance(0.5),
    openapiPath: random.chance(0.25)
      ? random.pick(["/openapi.json", "/api/v1/openapi.json", "/swagger.json", "/api/openapi.json"])
      : undefined,
    missing,
    missingStatus: random.part("forbidden").chance(0.15) ? 403 : random.pick([404, 404, 405, 501]),
    contentType: random.weighed<string | undefined>([
      [8, "application/json"],
      [3, "application/json; charset=utf-8"],
      [1, "text/plain"],
      [1, "application/vnd.api+json"],
      [0.5, "text/html"],
      [0.5, undefined],
    ]),
    hasByteOrderMark: random.chance(0.05),
    events: drawEvents(random.part("events")),
    token: drawToken(random.part("token")),
    isUnsaid: (resource, field) => random.part(`unsaid ${resource}.${field}`).chance(0.12),
    hasExtras: random.chance(0.5),
    nulls: random.chance(0.5) ? "null" : "absent",
    inputsAsItems: random.chance(0.85),
    hasNestedReferences: random.chance(0.15),
    groups: random.weighed<Conventions["groups"]>([
      [8, "none"],
      [1, "times"],
      [1, "resource"],
    ]),
    ...drawShapes(random.part("shapes")),
  };
}

/** What is not a matter of names. */
function drawShapes(random: Random) {
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

function drawMean(random: Random): ReadonlySet<Mean> {
  const shares: Readonly<Record<Mean, number>> = {
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
  return new Set(meannesses.filter((one) => random.chance(shares[one])));
}

/** Each area of the service was made by somebody else. */
function mixedStyle(random: Random, casing: Casing): Conventions["style"] {
  const styles = new Map<string, Style>();
  return (operation) => {
    const [, , , area = ""] = operations[operation].path.split("/");
    const name = area.replace(/s$/, "");
    const known = styles.get(name);
    if (known) return known;
    const draw = random.part(`mixed ${name}`);
    const made = drawStyle(draw, { casing: draw.chance(0.5) ? casing : draw.pick(["camel", "snake", "pascal"]) });
    styles.set(name, made);
    return made;
  };
}

function drawAccess(random: Random): Pick<Conventions, "credential" | "tenantHeader"> {
  const credential = random.weighed<Credential>([
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

/** What a service may lack without being another thing altogether. */
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

function drawMissing(random: Random): ReadonlySet<OperationName> {
  if (random.chance(0.5)) return new Set();
  const share = random.pick([0.05, 0.1, 0.3]);
  const missing = new Set(optional.filter(() => random.chance(share)));
  // Who cannot read settings cannot change them.
  return missing.has("userSettings.get") ? missing.add("userSettings.update") : missing;
}

function drawEvents(random: Random): EventStyle {
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

function drawToken(random: Random): TokenStyle {
  return {
    field: random.pick(["accessToken", "access_token", "token", "jwt"]),
    expiry: random.pick(["expiresIn", "expires_in", "expiresAt", "expires_at", "jwt", "zero"]),
  };
}
