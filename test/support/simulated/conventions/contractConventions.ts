import { type Conventions, drawConventions } from "./conventions.ts";
import { drawIds } from "./ids.ts";
import { createRandom } from "./random.ts";
import type { Style } from "./style.ts";
import { drawWireNaming } from "./wireNames.ts";

/** The conventions of the contract, with which a simulated service returns the same as the truth. */
export function createContractConventions(): Conventions {
  const random = createRandom(0);
  const style: Style = {
    casing: "camel",
    list: { kind: "named", name: "items" },
    item: "bare",
    paging: { kind: "cursor", field: "nextCursor", param: "cursor", more: undefined, end: "null", at: undefined },
    pageSize: 50,
    sizeParam: "limit",
    selection: { in: "query", by: "id", without: "refused" },
    change: "created",
    wrapsBody: false,
  };
  return {
    ...drawConventions(0),
    mean: new Set(),
    style: () => style,
    naming: drawWireNaming(random, 0),
    ids: drawIds(random, "same"),
    times: { kind: "rfc3339", shiftMs: 0 },
    states: { say: (_family, state) => ({ text: state, isStrange: false }) },
    errors: "problem",
    refusalStatus: 400,
    credential: { header: "Authorization", scheme: "Bearer" },
    tenantHeader: undefined,
    unknownQuery: "refused",
    unknownBody: "refused",
    isNaming: true,
    areFiltersHeeded: true,
    openapiPath: undefined,
    missing: new Set(),
    contentType: "application/json",
    hasByteOrderMark: false,
    events: { form: "list", known: "sequence", order: "newestLast", after: "after" },
    token: { field: "accessToken", expiry: "expiresIn" },
    isUnsaid: () => false,
    hasExtras: false,
    nulls: "null",
    inputsAsItems: true,
    hasNestedReferences: false,
    groups: "none",
  };
}
