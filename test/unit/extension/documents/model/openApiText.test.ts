import { expect, test } from "vitest";
import { isOpenApiText, isRootOpenApiText } from "../../../../../src/extension/documents/model/openApiText.ts";

test.each([
  ["openapi: 3.1.0\ninfo: {}", true, true],
  ['{ "swagger": "2.0", "paths": {} }', true, true],
  ['{\n  "openapi": "3.1.0",\n  "info": {}\n}', true, true],
  ["openapi: 3.0.2\ncomponents:\n  paths:\n    auth: {}", true, false],
  ["name: openapi", false, false],
  ["info: a document of another kind", false, true],
])("%j declares OpenAPI: %j, is no part: %j", (text, isDeclared, isRoot) => {
  expect([isOpenApiText(text), isRootOpenApiText(text)]).toEqual([isDeclared, isRoot]);
});
