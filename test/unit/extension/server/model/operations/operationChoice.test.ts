import { describe, expect, test } from "vitest";
import { formatChosenHosts } from "../../../../../../src/extension/server/model/credentialHosts.ts";
import {
  createDefaultChoice,
  createOperationChoice,
  formatOperationCount,
  formatTokenCount,
  pruneOperationChoice,
  readChosenOperations,
} from "../../../../../../src/extension/server/model/operations/operationFilter.ts";
import {
  applyTickedRows,
  createOperationRows,
  findTickedRows,
} from "../../../../../../src/extension/server/model/operations/operationRows.ts";
import { analyzeOpenapiDocument } from "../../../../../../src/generator/analyzeOpenapiDocument.ts";
import { createTestOutline } from "../../../../../support/documents/createTestOutline.ts";

const shop = createTestOutline({
  "GET /pets": ["pets"],
  "POST /pets": ["pets"],
  "GET /orders": ["orders", "admin"],
  "DELETE /orders": ["orders"],
  "GET /health": [],
});
const idOf = (filter: string) => shop.operations.find((operation) => operation.filter === filter)?.id ?? "";
const ids = (...filters: string[]) => new Set(filters.map(idOf));

test("the chooser names the hosts that the credentials of the chosen operations go to", () => {
  expect(formatChosenHosts([undefined, "a.example.com", "b.example.com", "a.example.com"])).toBe(
    "credentials go to a.example.com and b.example.com",
  );
  expect(formatChosenHosts([undefined])).toBe("");
  const server = { id: "srv_1", name: "Pets", environment: { API_BASE_URL: "http://127.0.0.1:9104" } };
  expect(formatChosenHosts(["a.example.com"], server)).toBe("credentials go to http://127.0.0.1:9104");
  expect(formatChosenHosts([undefined], server)).toBe("");
});

describe("the choice of operations", () => {
  test("of all operations has no filter, so that later ones are included", () => {
    expect(createOperationChoice(shop, readChosenOperations(shop, {}))).toEqual({});
  });

  test("is by default all that neither deletes data nor is called for something else than an answer", () => {
    const outline = createTestOutline({
      "GET /pets": [],
      "POST /pets": [],
      "DELETE /pets": [],
      "POST /pets/delete": [],
      "POST /dhcpReset": [],
      "GET /deleted": [],
      "GET /oauth/callback": [],
    });
    expect(createDefaultChoice(outline)).toEqual({ include: ["GET /pets", "POST /pets", "GET /deleted"] });
    const flush = { operationId: "action_flushlogs", summary: "Flush the logs", responses: {} };
    const paths = { "/logs": { get: { summary: "Logs", responses: {} }, post: flush } };
    const logs = analyzeOpenapiDocument(
      JSON.stringify({ openapi: "3.1.0", info: { title: "Logs", version: "1" }, paths }),
    );
    expect(createDefaultChoice(logs)).toEqual({ include: ["GET /logs"] });
    expect(createDefaultChoice(createTestOutline({ "GET /pets": [], "PUT /pets": [] }))).toEqual({});
    expect(createDefaultChoice(createTestOutline({ "DELETE /pets": [] }))).toEqual({});
  });

  test("names a complete tag, and single operations otherwise", () => {
    expect(createOperationChoice(shop, ids("GET /pets", "POST /pets", "GET /health"))).toEqual({
      include: ["tag:pets", "GET /health"],
    });
  });

  test("does not name a tag that also has an operation outside of the choice", () => {
    expect(createOperationChoice(shop, ids("GET /orders"))).toEqual({ include: ["tag:admin"] });
    expect(createOperationChoice(shop, ids("DELETE /orders"))).toEqual({ include: ["DELETE /orders"] });
  });

  test("is restored, without operations that the document no longer has", () => {
    const choice = createOperationChoice(shop, ids("GET /pets", "POST /pets", "DELETE /orders"));
    const smaller = createTestOutline({ "GET /pets": ["pets"], "GET /orders": ["orders"] });
    expect(pruneOperationChoice(smaller, choice)).toEqual({ include: ["tag:pets"] });
    expect(pruneOperationChoice(smaller, { include: ["DELETE /orders"] })).toBeUndefined();
    const constants = { AccountSid: true };
    expect(pruneOperationChoice(smaller, { ...choice, constants })).toEqual({ include: ["tag:pets"], constants });
  });

  test("costs the sum of the tools' tokens", () => {
    expect(formatTokenCount([{ tokens: 1200 }, { tokens: 34 }])).toBe("about 1,234 tokens");
    expect(formatTokenCount([{ tokens: 1 }])).toBe("about 1 token");
  });

  test("the count explains the limit of tools", () => {
    const list = (length: number) => Array.from({ length }, () => ({ extension: {} }));
    expect(formatOperationCount(list(12), 1223, 80)).toBe("12 of 1,223 operations");
    expect(formatOperationCount(list(81), 1223, 80)).toMatch(
      /^81 of 1,223 operations: more than 80 tools, .* search, describe and call$/,
    );
    expect(formatOperationCount([...list(80), { extension: { pinned: true } }], 1223, 80)).toMatch(
      / search, describe, call and 1 pinned tool$/,
    );
  });
});

describe("the rows of the picker", () => {
  test("show operations under their first tag, and those without a tag last", () => {
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

  test("show what was chosen for a task first, the best first, and not again", () => {
    const forTask = ids("GET /orders", "POST /pets");
    const rows = createOperationRows(shop, "operations", forTask, undefined, forTask);
    expect(rows.map(({ label, heading }) => `${heading}: ${label}`)).toEqual([
      "Chosen for the task: GET /orders",
      "Chosen for the task: POST /pets",
      "pets: GET /pets",
      "orders: DELETE /orders",
      "without a tag: GET /health",
    ]);
  });

  test("of tags show how many operations are selected", () => {
    expect(
      createOperationRows(shop, "tags", ids("GET /pets")).map(({ label, description }) => `${label}: ${description}`),
    ).toEqual(["pets: 1 of 2 operations", "orders: 2 operations", "admin: 1 operation", "without a tag: 1 operation"]);
  });

  test("of tags select what is chosen by default if checked, none if unchecked, and keep a part if unchanged", () => {
    const before = ids("GET /pets", "GET /health");
    expect(findTickedRows(shop, "tags", before)).toEqual(new Set(["pets", ""]));
    expect(applyTickedRows(shop, "tags", before, new Set(["pets", "orders"]))).toEqual(ids("GET /pets", "GET /orders"));
    const admin = createTestOutline({ "GET /pets": ["pets"], "DELETE /users": ["admin"], "DELETE /logs": ["admin"] });
    expect(applyTickedRows(admin, "tags", new Set(), new Set(["admin"])).size).toBe(2);
  });
});

test("a row of the chooser has the icon of its tool's effect, and the tool that it resembles", () => {
  const [first, second] = shop.operations;
  const rows = createOperationRows(
    {
      ...shop,
      operations: shop.operations.map((one) =>
        one === second && first ? { ...one, similar: { name: first.id, isDuplicate: false } } : one,
      ),
    },
    "operations",
    new Set(),
  );
  const find = (label: string) => rows.find((row) => row.label === label);
  expect(find("DELETE /orders")?.icon).toBe("zap");
  expect(find("POST /pets")?.description).toMatch(new RegExp(`^similar to ${first?.method} ${first?.path} · about`));
});

test("a row stands below the group of its overlay, and says that the tool is pinned", () => {
  const [first, ...others] = shop.operations;
  const extension = { group: "Animals", pinned: true } as const;
  const shaped = { ...shop, operations: first ? [{ ...first, extension }, ...others] : others };
  const rows = createOperationRows(shaped, "operations", new Set());
  const row = rows.find(({ label }) => label === "GET /pets");
  expect([row?.heading, row?.description.endsWith("pinned")]).toEqual(["Animals", true]);
  expect(rows.filter(({ heading }) => heading === "Animals")).toHaveLength(1);
});
