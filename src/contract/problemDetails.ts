import * as z from "zod";

/** The body of every error response: RFC 9457 with a stable `code` and the id of the request. */
export const problemDetailsSchema = z.looseObject({
  type: z.string().default("about:blank"),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().optional(),
  code: z.string(),
  requestId: z.string().optional(),
  errors: z.array(z.looseObject({ path: z.string(), message: z.string() })).optional(),
});
export type ProblemDetails = z.output<typeof problemDetailsSchema>;

/** The error codes of Fairlead's own service and their statuses. */
export const problemCodes = {
  invalid_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  limit_reached: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  stale: 412,
  too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  unusable: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  storage_failed: 507,
} as const satisfies Record<string, number>;
export type ProblemCode = keyof typeof problemCodes;

/** The error response of `/oauth/runtime/token` (RFC 6749, section 5.2). */
export const oauthErrorSchema = z.looseObject({ error: z.string(), error_description: z.string().optional() });
