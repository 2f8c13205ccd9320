/** The components that several operations reference. */
export const sharedParameters = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "Makes the request safe to repeat: for 24 hours the same key with the same body returns the first response.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
    example: "0b9c1f4e-6f0c-4c55-9d0e-6a5d3f1f8a11",
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    required: false,
    description: "The `etag` of the item as it was read. The change is rejected if the item changed since then.",
    schema: { type: "string" },
    example: '"3"',
  },
  Organization: {
    name: "Fairlead-Organization",
    in: "header",
    required: false,
    description:
      "The organization of the request. The key's user must be a member. The default is the user's own organization.",
    schema: { type: "string" },
    example: "org_0197e1a2-7c55-7d0e-8a5d-3f1f8a110b9c",
  },
} as const;

export const sharedHeaders = {
  RequestId: { description: "The id of the request in the service's log.", schema: { type: "string" } },
  RetryAfter: { description: "Seconds to wait before a retry.", schema: { type: "integer", minimum: 0 } },
} as const;

export const sharedSecuritySchemes = {
  apiKey: { type: "http", scheme: "bearer", description: "An API key: `Authorization: Bearer flk_...`." },
  client: { type: "http", scheme: "basic", description: "The id of an API key, and the key as its password." },
} as const;

export const sharedResponses = {
  Invalid: problem("The request is not valid; `errors` names each field.", "invalid_request", 400),
  Unauthenticated: problem("There is no valid API key.", "unauthenticated", 401),
  Forbidden: problem(
    "The key lacks a scope, its user is not a member of the organization or the organization's limit is reached, or the request came from a web page.",
    "forbidden",
    403,
  ),
  NotFound: problem("There is no such item.", "not_found", 404),
  Conflict: problem("The item's state does not allow it, or the first request is still running.", "conflict", 409),
  Stale: problem("The item changed since it was read.", "stale", 412),
  TooLarge: problem("The body is larger than 32 MiB.", "too_large", 413),
  UnsupportedMediaType: problem("The body has another media type.", "unsupported_media_type", 415),
  Unusable: problem(
    "The request cannot be processed, or the idempotency key was used for another request.",
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

/** In the order of the operations. */
export const openapiTags = [
  { name: "me", description: "The user of the API key." },
  { name: "apiKeys", description: "API keys." },
  { name: "userSettings", description: "Settings of the caller." },
  { name: "organizations", description: "Groups of users who share projects." },
  { name: "organization", description: "One organization: members, usage and limits." },
  { name: "projects", description: "Groups of servers and skills." },
  { name: "project", description: "One project." },
  { name: "servers", description: "MCP servers." },
  { name: "server", description: "One server: change, generate, deploy." },
  { name: "deployments", description: "Versions of servers that run or ran." },
  { name: "deployment", description: "One deployment: state, events, health." },
  { name: "skills", description: "Agent Skills." },
  { name: "skill", description: "One skill: change, install, uninstall." },
  { name: "serverTestRuns", description: "Test runs of a server." },
  { name: "serverTestRun", description: "One test run of a server, case by case." },
  { name: "skillTestRuns", description: "Test runs of a skill." },
  { name: "skillTestRun", description: "One test run of a skill, case by case." },
  { name: "registry", description: "Artifacts and their immutable versions." },
  { name: "oauthConnections", description: "Accounts that servers use for their API calls." },
  { name: "oauthConnection", description: "One connected account." },
  { name: "runtime", description: "Tokens for deployed servers." },
] as const;
