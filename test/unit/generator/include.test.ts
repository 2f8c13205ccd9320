import { describe, expect, test } from "vitest";
import {
  createDocument,
  generateFromDocument,
  generateFromValidDocument,
  readProblemCodes,
} from "../../support/documents/generateFromDocument.ts";

const document = createDocument(
  {},
  {
    paths: {
      "/pets": { get: { operationId: "list", tags: ["pets"] }, post: { operationId: "add", tags: ["pets", "admin"] } },
      "/stores": { get: { operationId: "stores", tags: ["stores"] } },
      "/health": { get: { operationId: "health" } },
    },
  },
);
const chosen = (...include: string[]) =>
  generateFromValidDocument(document, { include })
    .definition.tools.map(({ name }) => name)
    .sort();

describe("a selection of operations", () => {
  test("contains one operation by method and path", () => {
    expect(chosen("GET /pets")).toEqual(["list"]);
    expect(chosen("post /pets")).toEqual(["add"]);
  });

  test("contains all operations with a tag", () => {
    expect(chosen("tag:pets")).toEqual(["add", "list"]);
    expect(chosen("tag:admin", "GET /health")).toEqual(["add", "health"]);
  });

  test("contains all operations without a filter", () => {
    expect(chosen()).toHaveLength(4);
  });

  test("with an unmatched or invalid filter is an error", () => {
    for (const [filter, code] of [
      ["GET /nothing", "filter_unmatched"],
      ["tag:nobody", "filter_unmatched"],
      ["pets", "filter_invalid"],
    ] as const) {
      const result = generateFromDocument(document, { include: ["GET /pets", filter] });
      expect(result.ok).toBe(false);
      expect(readProblemCodes(result)).toEqual([code]);
      expect(result.problems[0]?.message).toContain(filter);
    }
  });
});
