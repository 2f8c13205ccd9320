import { expect, test } from "vitest";
import { requiredHeader } from "../../../../src/dialect/connect/namedHeaders.ts";

test.each<[string, string | undefined]>([
  ['{"error":{"message":"anthropic-version: header is required"}}', "anthropic-version"],
  ["Missing required header: X-API-Version", "X-API-Version"],
  ["You must provide the `acme-edition` header", "acme-edition"],
  ["X-Client-Id is required", "X-Client-Id"],
  ["Set X-Service-Key", undefined],
  ["The header Content-Length must be set", undefined],
  ["A non-empty header is required", undefined],
  ["The name is required", undefined],
  ["Served by x-cache-hit", undefined],
])("the header that %j asks for is %s", (text, header) => {
  expect(requiredHeader(text, ["x-service-key"])).toBe(header);
});
