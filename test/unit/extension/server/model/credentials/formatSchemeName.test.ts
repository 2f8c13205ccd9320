import { expect, test } from "vitest";
import { formatSchemeName } from "../../../../../../src/extension/server/model/credentials/variableGroups.ts";

test.each([
  ["clientTokenAuthorizationHeader", "Client token"],
  ["clientTokenQuery", "Client token"],
  ["ApiKeyAuth", "API key"],
  ["api_key", "API key"],
  ["basicAuth", "Basic"],
  ["OAuth2", "OAuth 2"],
  ["JWTBearer", "JWT bearer"],
  ["X-Auth-Token header", "X-Auth-Token"],
  ["authorization", "Authorization"],
  ["", ""],
])("the security scheme %s is called %s", (name, label) => {
  expect(formatSchemeName(name)).toBe(label);
});
