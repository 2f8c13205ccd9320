import { expect, test } from "vitest";
import { readOpenapiText } from "../../../../../src/extension/connection/commands/questions/askOpenapiDocument.ts";

test.each<[string, boolean]>([
  ['{"openapi":"3.1.0","paths":{}}', true],
  ["openapi: 3.0.3\npaths: {}\n", true],
  ["swagger: '2.0'\npaths: { /me: {} }\n", true],
  ['{"openapi":"3.1.0"}', false],
  ['{"paths":{}}', false],
  ["{ not json", false],
  ["a: [", false],
  ["", false],
])("%j is an OpenAPI document: %s", (text, isDocument) => {
  expect(readOpenapiText(text) !== undefined).toBe(isDocument);
});
