import { describe, expect, test } from "vitest";
import {
  createOperationChoice,
  formatOperationCount,
  pruneOperationChoice,
  readChosenOperations,
} from "../../../../src/core/server/operationFilter.ts";
import { applyTickedRows, createOperationRows, findTickedRows } from "../../../../src/core/server/operationRows.ts";
import { createTestOutline } from "../../../support/documents/createTestOutline.ts";

const shop = createTestOutline({
  "GET /pets": ["pets"],
  "POST /pets": ["pets"],
  "GET /orders": ["orders", "admin"],
  "DELETE /orders": ["orders"],
  "GET /health": [],
});
const idOf = (filter: string) => shop.operations.find((operation) => operation.filter === filter)?.id ?? "";
const ids = (...filters: string[]) => new Set(filters.map(idOf));

describe("the choice of operations", () => {
  test("all of them need no filter, so that later ones are taken too", () => {
    expect(createOperationChoice(shop, readChosenOperations(shop, {}))).toEqual({});
  });

  test("a whole tag is chosen by its name, others one by one", () => {
    expect(createOperationChoice(shop, ids("GET /pets", "POST /pets", "GET /health"))).toEqual({
      include: ["tag:pets", "GET /health"],
    });
  });

  test("a tag that an operation left out has too is not used", () => {
    expect(createOperationChoice(shop, ids("GET /orders"))).toEqual({ include: ["tag:admin"] });
    expect(createOperationChoice(shop, ids("DELETE /orders"))).toEqual({ include: ["DELETE /orders"] });
  });

  test("what was chosen is found again, and what the document no longer has is left out", () => {
    const choice = createOperationChoice(shop, ids("GET /pets", "POST /pets", "DELETE /orders"));
    const smaller = createTestOutline({ "GET /pets": ["pets"], "GET /orders": ["orders"] });
    expect(pruneOperationChoice(smaller, choice)).toEqual({ include: ["tag:pets"] });
    expect(pruneOperationChoice(smaller, { include: ["DELETE /orders"] })).toBeUndefined();
  });

  test("the count says what too many mean", () => {
    expect(formatOperationCount(12, 1223, 80)).toBe("12 of 1,223 operations");
    expect(formatOperationCount(81, 1223, 80)).toMatch(
      /^81 of 1,223 operations: more than 80 tools, .* search, describe and call$/,
    );
  });
});

describe("the lists to choose in", () => {
  test("operations stand under their first tag, those without one last", () => {
    expect(
      createOperationRows(shop, "operations", new Set()).map(({ label, heading }) => `${heading}: ${label}`),
    ).toEqual([
      "pets: GET /pets",
      "pets: POST /pets",
      "orders: GET /orders",
      "orders: DELETE /orders",
      "without a tag: GET /health",
    ]);
  });

  test("tags say how much of them is chosen", () => {
    expect(
      createOperationRows(shop, "tags", ids("GET /pets")).map(({ label, description }) => `${label}: ${description}`),
    ).toEqual(["pets: 1 of 2 operations", "orders: 2 operations", "admin: 1 operation", "without a tag: 1 operation"]);
  });

  test("a tag ticked takes all of it, one unticked none, one left alone keeps its part", () => {
    const before = ids("GET /pets", "GET /health");
    expect(findTickedRows(shop, "tags", before)).toEqual(new Set(["pets", ""]));
    expect(applyTickedRows(shop, "tags", before, new Set(["pets", "orders"]))).toEqual(
      ids("GET /pets", "GET /orders", "DELETE /orders"),
    );
  });
});
