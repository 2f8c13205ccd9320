import type { OperationName } from "../../../src/contract/operations.ts";
import type { UnknownRecord } from "../../../src/text/record.ts";

/** One page of a list, in the service's own words. */
export interface WirePage {
  readonly items: readonly unknown[];
  /** The name of the listed resource, in the plural. */
  readonly plural: string;
  readonly start: number;
  readonly size: number;
  readonly total: number;
  /** Where the next page begins; undefined at the end. */
  readonly next: number | undefined;
  readonly url: URL;
}

export interface WireResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface WireRefusal {
  readonly status: number;
  readonly message: string;
  /** The parameter or the field that is wrong. */
  readonly about: string | undefined;
}

/** How a service differs from the contract. Its paths and methods are those of the contract. */
export interface Dialect {
  readonly name: string;
  readonly credential: { readonly header: string; readonly scheme?: string };
  readonly casing: "camel" | "snake";
  /** Fields with another name, in camel case. */
  readonly names: Readonly<Record<string, string>>;
  /** The `number` is unique in the service. */
  readonly toId: (prefix: string, number: number) => string | number;
  readonly toTime: (time: string) => string | number;
  readonly toState: (state: string) => string;
  readonly selector: (owner: string) => string;
  readonly page: {
    readonly param: string;
    readonly sizeParam: string;
    /** The position that the parameter says, among the ids of all items. */
    readonly read: (value: string, ids: readonly string[], size: number) => number;
  };
  readonly toList: (page: WirePage) => WireResponse;
  readonly toItem: (item: UnknownRecord) => unknown;
  readonly toRefusal: (refusal: WireRefusal) => WireResponse;
  /** A change answers without a body. */
  readonly isSilent?: boolean;
  /** Every fourth request is refused with 429. */
  readonly isBusy?: boolean;
  readonly missing: readonly OperationName[];
}

const same = <T>(value: T): T => value;
const toHex = (prefix: string, number: number) => Buffer.from(`${prefix}${number}`).toString("hex").padEnd(24, "0");
const toEpoch = (time: string) => Math.floor(Date.parse(time) / 1000);

const github: Dialect = {
  name: "like GitHub",
  credential: { header: "Authorization", scheme: "Bearer" },
  casing: "snake",
  names: { description: "summary", triggeredBy: "author" },
  toId: (_, number) => number,
  toTime: (time) => time.replace(/\.\d+Z$/, "Z"),
  toState: same,
  selector: () => "id",
  page: { param: "page", sizeParam: "per_page", read: (value, _, size) => (Number(value) - 1) * size },
  toList: ({ items, next, size, url }) => {
    const target = new URL(url);
    target.searchParams.set("page", String((next ?? 0) / size + 1));
    return { body: items, headers: next === undefined ? {} : { link: `<${target.href}>; rel="next"` } };
  },
  toItem: same,
  toRefusal: ({ status, message }) => ({ status, body: { message } }),
  missing: ["organization.usage", "oauthConnections.list", "oauthConnection.get", "oauthConnection.delete"],
};

const stripe: Dialect = {
  name: "like Stripe",
  credential: { header: "Authorization", scheme: "Bearer" },
  casing: "snake",
  names: { createdAt: "created", updatedAt: "updated" },
  toId: (prefix, number) => `${prefix}-${toHex(prefix, number)}`,
  toTime: toEpoch,
  toState: (state) =>
    ({ running: "active", failed: "error", superseded: "replaced", passed: "succeeded" })[state] ?? state,
  selector: (owner) => `${owner}Id`,
  page: { param: "starting_after", sizeParam: "limit", read: (value, ids) => ids.indexOf(value) + 1 },
  toList: ({ items, next }) => ({ body: { object: "list", data: items, has_more: next !== undefined } }),
  toItem: same,
  toRefusal: ({ status, message, about }) => ({
    status,
    body: { error: { type: "invalid_request_error", message, param: about } },
  }),
  missing: [],
};

const google: Dialect = {
  name: "like Google",
  credential: { header: "X-Goog-Api-Key" },
  casing: "camel",
  names: { createdAt: "createTime", updatedAt: "updateTime", status: "state" },
  toId: (prefix, number) => `acme/${prefix}/${number}`,
  toTime: same,
  toState: (state) => state.toUpperCase(),
  selector: () => "id",
  page: {
    param: "pageToken",
    sizeParam: "pageSize",
    read: (value) => Number(Buffer.from(value, "base64url").toString()),
  },
  toList: ({ items, plural, next }) => ({
    body: {
      [plural]: items,
      ...(next !== undefined && { nextPageToken: Buffer.from(String(next)).toString("base64url") }),
    },
  }),
  toItem: (item) => ({ data: item }),
  toRefusal: ({ status, message }) => ({ status, body: { error: { code: status, message, status: "FAILED" } } }),
  isBusy: true,
  missing: ["project.update", "deployment.health"],
};

const cloudflare: Dialect = {
  name: "like Cloudflare, with refusals that answer 200",
  credential: { header: "X-Auth-Key" },
  casing: "snake",
  names: { name: "displayName", createdAt: "createdOn", updatedAt: "modifiedOn" },
  toId: toHex,
  toTime: same,
  toState: (state) => ({ running: "healthy", queued: "pending" })[state] ?? state,
  selector: () => "uuid",
  page: { param: "page", sizeParam: "per_page", read: (value, _, size) => (Number(value) - 1) * size },
  toList: ({ items, start, size, total }) => {
    const pages = { page: start / size + 1, per_page: size, total_pages: Math.ceil(total / size), total_count: total };
    return { body: { success: true, errors: [], messages: [], result: items, result_info: pages } };
  },
  toItem: (item) => ({ success: true, errors: [], messages: [], result: item }),
  toRefusal: ({ status, message }) => {
    const body = { success: false, errors: [{ code: status * 10, message }], messages: [], result: null };
    return { status: [400, 409, 422].includes(status) ? 200 : status, body };
  },
  isSilent: true,
  missing: ["apiKeys.delete", "skill.uninstall"],
};

/** Conventions of well-known services, as far as they apply to these operations. */
export const dialects = [github, stripe, google, cloudflare] as const;
