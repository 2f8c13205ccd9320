/** The parts of the document that every operation refers to. */
export const sharedParameters = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "Makes the request safe to repeat: the same key with the same body is answered with the first answer for 24 hours.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
    example: "0b9c1f4e-6f0c-4c55-9d0e-6a5d3f1f8a11",
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    required: false,
    description: "The `etag` of the item as it was read: the change is refused if it has been changed since.",
    schema: { type: "string" },
    example: '"3"',
  },
  Organization: {
    name: "Fairlead-Organization",
    in: "header",
    required: false,
    description: "The organization the request is about, one the key's user is a member of; without it the user's own.",
    schema: { type: "string" },
    example: "org_0197e1a2-7c55-7d0e-8a5d-3f1f8a110b9c",
  },
} as const;

export const sharedHeaders = {
  RequestId: { description: "Names the request in the service's log.", schema: { type: "string" } },
  RetryAfter: { description: "Seconds to wait.", schema: { type: "integer", minimum: 0 } },
} as const;

export const sharedSecuritySchemes = {
  apiKey: { type: "http", scheme: "bearer", description: "An API key: `Authorization: Bearer flk_...`." },
  client: { type: "http", scheme: "basic", description: "The id of an API key, and the key as its password." },
} as const;

export const sharedResponses = {
  Invalid: problem("The request is not valid; `errors` names each field.", "invalid_request", 400),
  Unauthenticated: problem("There is no valid API key.", "unauthenticated", 401),
  Forbidden: problem(
    "The key's scopes do not reach, its user is not a member of the organization or the organization's limit is reached, or the request came from a web page.",
    "forbidden",
    403,
  ),
  NotFound: problem("There is no such item.", "not_found", 404),
  Conflict: problem("The item's state does not allow it, or the first request is still running.", "conflict", 409),
  Stale: problem("The item was changed since it was read.", "stale", 412),
  TooLarge: problem("The body is larger than 32 MiB.", "too_large", 413),
  UnsupportedMediaType: problem("The body has another media type.", "unsupported_media_type", 415),
  Unusable: problem(
    "What was sent cannot be used, or the idempotency key came with another request before.",
    "unusable",
    422,
  ),
  RateLimited: {
    ...problem("Too many requests.", "rate_limited", 429),
    headers: { "Retry-After": { $ref: "#/components/headers/RetryAfter" } },
  },
} as const;

function problem(description: string, code: string, status: number) {
  const example = { type: "about:blank", title: description, status, code, requestId: "req_0197e1a2" };
  return {
    description,
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" }, example } },
  };
}

/** In the order of the table. */
export const openapiTags = [
  { name: "me", description: "Who is calling." },
  { name: "apiKeys", description: "The keys that let callers in." },
  { name: "userSettings", description: "How the service works for the caller." },
  { name: "organizations", description: "Who shares projects." },
  { name: "organization", description: "One organization: its members, what it used and may use." },
  { name: "projects", description: "What servers are grouped by." },
  { name: "project", description: "One project." },
  { name: "servers", description: "MCP servers." },
  { name: "server", description: "One server: change, generate, deploy." },
  { name: "deployments", description: "Versions of servers that run or ran." },
  { name: "deployment", description: "One deployment: state, events, health." },
  { name: "skills", description: "Agent Skills." },
  { name: "skill", description: "One skill: change, where it is installed." },
  { name: "serverTestRuns", description: "Test runs of a server." },
  { name: "serverTestRun", description: "One test run of a server, case by case." },
  { name: "skillTestRuns", description: "Test runs of a skill." },
  { name: "skillTestRun", description: "One test run of a skill, case by case." },
  { name: "registry", description: "Artifacts and their immutable versions." },
  { name: "oauthConnections", description: "Accounts that servers make their calls with." },
  { name: "oauthConnection", description: "One connected account." },
  { name: "runtime", description: "Tokens for deployed servers." },
] as const;
