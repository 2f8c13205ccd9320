import { describe, expect, test } from "vitest";
import { mayBeAnother, namedWays } from "../../../../src/dialect/connect/credentials.ts";
import { tenantNamed } from "../../../../src/dialect/connect/namedHeaders.ts";

describe("the header for the organization", () => {
  test.each([
    ["Missing required header 'X-Organization-Id'", "X-Organization-Id"],
    ["X-Tenant is required", "X-Tenant"],
    ['{"error":{"message":"Provide the x-workspace-slug header"}}', "x-workspace-slug"],
    ["The header Acme-Account-Id is missing", "Acme-Account-Id"],
    ["Set the Tenant header", "Tenant"],
    ["Header `organization` is required", "organization"],
    ["You are not a member of my-team", undefined],
    ["The organization acme-org does not exist", undefined],
    ["Use the header X-Account-Key", undefined],
    ["organization is required", undefined],
    ["Header X-Request-Id is required", undefined],
    ["", undefined],
  ])("in %j is %s", (text, header) => {
    expect(tenantNamed(text)).toBe(header);
  });
});

describe("the ways to send a key that a refusal names", () => {
  test.each<[string, string, readonly string[]]>([
    ["", "Missing X-API-Key header", ["X-API-Key"]],
    ["", "Invalid api key. Set PRIVATE-TOKEN.", ["PRIVATE-TOKEN"]],
    ["", "Set Ocp-Apim-Subscription-Key or X-Auth-Token", ["Ocp-Apim-Subscription-Key", "X-Auth-Token"]],
    ["", "No API key found in request: add the `apikey` header", ["apikey"]],
    ["", 'code: "invalid-api-key", "missing-token"', []],
    ["", "Use `Authorization: Token <key>`", ["Authorization: Token"]],
    ["", "Use `Authorization: Bearer <key>`", []],
    ["", "Authentication needed: send the header Authorization.", ["Authorization"]],
    ["", "Use the Authorization header: Bearer <key>", []],
    ['Token realm="x", error="no, not so"', "", ["Authorization: Token"]],
    ['Basic realm="x", ApiKey', "", ["Authorization: ApiKey"]],
    ["X-Service-Key", "", ["X-Service-Key"]],
    ["Negotiate, NTLM", "", []],
    ['Bearer realm="a", Digest nonce="b"', "", []],
  ])("%j %j", (challenge, text, ways) => {
    const named = namedWays({ status: 401, challenge, text });
    expect(named.map(({ header, scheme }) => (scheme ? `${header}: ${scheme}` : header))).toEqual(ways);
  });

  test.each<[number, string, string, boolean]>([
    [401, "", "", true],
    [401, 'Bearer realm="api"', "", true],
    [401, 'Bearer realm="api", error="invalid_token"', "", false],
    [401, 'Bearer error="invalid_token"', "Send X-API-Key", true],
    [403, "", "", true],
    [403, "", '{"message":"Forbidden"}', true],
    [403, "", '{"message":"Missing Authentication Token"}', true],
    [403, "", '{"message":"You may not read this project"}', false],
    [403, 'Bearer error="insufficient_scope", scope="read"', "The key lacks the scope read", false],
  ])("%i %j %j leaves others open: %s", (status, challenge, text, isOpen) => {
    expect(mayBeAnother({ status, challenge, text })).toBe(isOpen);
  });
});
