import type { ConventionCredential, ErrorFormat } from "./conventions.ts";
import type { IdKind } from "./ids.ts";
import type { Style } from "./style.ts";
import type { TimeKind } from "./times.ts";

/** The conventions of well-known services, as far as they apply to these operations. */
export interface RealConvention {
  readonly name: string;
  readonly style: Partial<Style>;
  readonly errors: ErrorFormat;
  readonly credential: ConventionCredential;
  readonly times: TimeKind;
  readonly ids: IdKind;
}

const bearer: ConventionCredential = { header: "Authorization", scheme: "Bearer" };
const cursor = { kind: "cursor", more: undefined, end: "null", at: undefined } as const;

const stripe: RealConvention = {
  name: "Stripe",
  style: {
    casing: "snake",
    list: { kind: "named", name: "data" },
    item: "bare",
    sizeParam: "limit",
    paging: { kind: "last", param: "startingAfter", more: "hasMore" },
  },
  errors: "errorObject",
  credential: bearer,
  times: "epoch",
  ids: "hex",
};

const others: readonly RealConvention[] = [
  {
    name: "GitHub",
    style: {
      casing: "snake",
      list: { kind: "bare" },
      item: "bare",
      sizeParam: "perPage",
      paging: { kind: "link", param: "page" },
    },
    errors: "message",
    credential: bearer,
    times: "seconds",
    ids: "number",
  },
  {
    name: "Cloudflare",
    style: {
      casing: "snake",
      list: { kind: "success" },
      item: "success",
      sizeParam: "perPage",
      paging: { kind: "page", param: "page", first: 1, says: ["page", "totalPages", "total"], at: "resultInfo" },
    },
    errors: "success",
    credential: bearer,
    times: "rfc3339",
    ids: "hex",
  },
  {
    name: "Google",
    style: {
      casing: "camel",
      list: { kind: "plural" },
      item: "bare",
      sizeParam: "pageSize",
      paging: { ...cursor, field: "nextPageToken", param: "pageToken", end: "absent" },
    },
    errors: "errorObject",
    credential: bearer,
    times: "rfc3339",
    ids: "path",
  },
  {
    name: "Anthropic's skills",
    style: {
      casing: "snake",
      list: { kind: "named", name: "data" },
      item: "bare",
      sizeParam: "limit",
      paging: { ...cursor, field: "nextPage", param: "page", more: "hasMore" },
    },
    errors: "errorObject",
    credential: { header: "X-API-Key", scheme: undefined },
    times: "rfc3339",
    ids: "same",
  },
  {
    name: "the MCP registry",
    style: {
      casing: "camel",
      list: { kind: "wrappedItems" },
      item: "resource",
      sizeParam: "limit",
      paging: { ...cursor, field: "nextCursor", param: "cursor", end: "absent", at: "metadata" },
    },
    errors: "errors",
    credential: bearer,
    times: "rfc3339",
    ids: "path",
  },
  {
    name: "Notion",
    style: {
      casing: "snake",
      list: { kind: "named", name: "results" },
      item: "bare",
      sizeParam: "pageSize",
      paging: { ...cursor, field: "nextCursor", param: "startCursor", more: "hasMore" },
    },
    errors: "message",
    credential: bearer,
    times: "rfc3339",
    ids: "uuid",
  },
  {
    name: "JSON:API",
    style: {
      casing: "kebab",
      list: { kind: "jsonApi" },
      item: "jsonApi",
      paging: { kind: "url", place: "links.next", form: "absolute" },
    },
    errors: "errors",
    credential: bearer,
    times: "rfc3339",
    ids: "number",
  },
  {
    name: "Django REST framework",
    style: {
      casing: "snake",
      list: { kind: "named", name: "results" },
      item: "bare",
      sizeParam: "limit",
      paging: { kind: "url", place: "next", form: "absolute" },
    },
    errors: "detail",
    credential: { header: "Authorization", scheme: "Token" },
    times: "rfc3339",
    ids: "number",
  },
  {
    name: "Gram",
    style: {
      casing: "snake",
      list: { kind: "plural" },
      item: "resource",
      paging: { ...cursor, field: "nextCursor", param: "cursor", end: "absent" },
    },
    errors: "goa",
    credential: { header: "Gram-Key", scheme: undefined },
    times: "seconds",
    ids: "uuid",
  },
  {
    name: "Spring",
    style: {
      casing: "camel",
      list: { kind: "hal" },
      item: "bare",
      sizeParam: "size",
      paging: { kind: "url", place: "_links.next.href", form: "absolute" },
    },
    errors: "oauth",
    credential: bearer,
    times: "offset",
    ids: "number",
  },
  {
    name: "Smithery",
    style: {
      casing: "camel",
      list: { kind: "plural" },
      item: "bare",
      sizeParam: "pageSize",
      paging: { kind: "page", param: "page", first: 1, says: ["page", "totalPages", "total"], at: "pagination" },
    },
    errors: "message",
    credential: bearer,
    times: "rfc3339",
    ids: "uuid",
  },
];

export const realConventions: readonly [RealConvention, ...RealConvention[]] = [stripe, ...others];
