import type { OperationName } from "../../../../src/contract/operations.ts";
import type { Casing } from "./casing.ts";
import {
  drawAccess,
  drawEvents,
  drawMissingOperations,
  drawMixedStyle,
  drawQuirks,
  drawToken,
  drawWireShapes,
} from "./conventionParts.ts";
import { drawIds, type IdKind, type Ids } from "./ids.ts";
import { createRandom } from "./random.ts";
import { realConventions } from "./realConventions.ts";
import { drawStates, type StateStyle } from "./states.ts";
import { drawStyle, type Style } from "./style.ts";
import type { TimeKind, TimeStyle } from "./times.ts";
import { drawWireNaming, type WireNaming } from "./wireNames.ts";

export const quirks = [
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
export type Quirk = (typeof quirks)[number];

export type ErrorFormat =
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

export interface ConventionCredential {
  readonly header: string;
  readonly scheme: string | undefined;
}

/** The conventions of a whole service. */
export interface Conventions {
  readonly seed: number;
  /** The name of a real service whose conventions are copied; undefined for random conventions. */
  readonly real: string | undefined;
  readonly mean: ReadonlySet<Quirk>;
  style(operation: OperationName): Style;
  readonly naming: WireNaming;
  readonly ids: Ids;
  readonly times: TimeStyle;
  readonly states: StateStyle;
  readonly errors: ErrorFormat;
  /** The status of a rejected request: 400 or 422. */
  readonly refusalStatus: 400 | 422;
  readonly credential: ConventionCredential;
  readonly tenantHeader: string | undefined;
  readonly unknownQuery: "ignored" | "refused";
  readonly unknownBody: "ignored" | "refused";
  /** Whether an error names the parameter. */
  readonly isNaming: boolean;
  readonly areFiltersHeeded: boolean;
  readonly openapiPath: string | undefined;
  readonly missing: ReadonlySet<OperationName>;
  readonly missingStatus: 403 | 404 | 405 | 501;
  readonly contentType: string | undefined;
  readonly hasByteOrderMark: boolean;
  readonly events: EventStyle;
  readonly token: TokenStyle;
  /** Fields that the service does not return, as resource.field. */
  isUnsaid(resource: string, field: string): boolean;
  readonly hasExtras: boolean;
  /** Optional fields without a value are null or omitted. */
  readonly nulls: "null" | "absent";
  readonly inputsAsItems: boolean;
  readonly hasNestedReferences: boolean;
  readonly groups: "none" | "times" | "resource";
  /** References are in `relationships`, if items have the JSON:API format. */
  readonly hasRelationships: boolean;
  readonly numbers: "number" | "text";
  readonly people: "text" | "object";
  readonly latestVersion: "text" | "object";
  /** Lists return only the essential fields of an item. */
  readonly isBrief: boolean;
  /** Lists contain further arrays. */
  readonly hasFacets: boolean;
  /** A state is an object that contains the state under this name. */
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
  const random = createRandom(seed);
  const mean = drawQuirks(random.part("mean"));
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
  const missing = drawMissingOperations(random.part("missing"));
  return {
    seed,
    real: real?.name,
    mean,
    style: mixed && !real ? drawMixedStyle(random, casing) : () => first,
    naming: drawWireNaming(random.part("names"), share),
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
    ...drawWireShapes(random.part("shapes")),
  };
}
