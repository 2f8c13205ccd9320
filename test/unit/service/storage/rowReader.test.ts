import { expect, test } from "vitest";
import * as z from "zod";
import { openDatabase } from "../../../../src/service/storage/database.ts";
import { jsonColumn } from "../../../../src/service/storage/rows/jsonColumn.ts";

const row = z.object({
  name: z.string(),
  kind: z.enum(["server", "skill"]),
  size: z.number().nullable(),
  tags: jsonColumn(z.array(z.string())),
});

const columns = (values: string) => `SELECT name, kind, size, tags, extra FROM (SELECT ${values})`;

test("a row contains only the columns of its schema", () => {
  const db = openDatabase(":memory:");
  const sql = columns(`'a' AS name, 'skill' AS kind, NULL AS size, '["x"]' AS tags, 1 AS extra`);
  expect(db.get(row, sql)).toEqual({ name: "a", kind: "skill", size: null, tags: ["x"] });
  expect(db.all(row, sql)).toEqual([{ name: "a", kind: "skill", size: null, tags: ["x"] }]);
  db.close();
});

test.each([
  ["name", `1 AS name, 'skill' AS kind, 2 AS size, '[]' AS tags, 1 AS extra`],
  ["kind", `'a' AS name, 'other' AS kind, 2 AS size, '[]' AS tags, 1 AS extra`],
  ["size", `'a' AS name, 'skill' AS kind, 'two' AS size, '[]' AS tags, 1 AS extra`],
  ["tags", `'a' AS name, 'skill' AS kind, 2 AS size, NULL AS tags, 1 AS extra`],
])("an invalid %s is rejected with the name of the column", (name, values) => {
  const db = openDatabase(":memory:");
  expect(() => db.all(row, columns(values))).toThrow(
    expect.objectContaining({ issues: [expect.objectContaining({ path: [name] })] }),
  );
  db.close();
});

test("a missing column is rejected", () => {
  const db = openDatabase(":memory:");
  expect(() => db.all(row, "SELECT 'a' AS name, 'skill' AS kind, 2 AS size")).toThrow(z.ZodError);
  db.close();
});

test("a schema that transforms or refines the row is applied", () => {
  const db = openDatabase(":memory:");
  const shout = z.object({ name: z.string() }).transform(({ name }) => name.toUpperCase());
  expect(db.all(shout, "SELECT 'a' AS name UNION SELECT 'b'")).toEqual(["A", "B"]);
  expect(db.all(z.object({ name: z.string().min(2) }), "SELECT 'ab' AS name")).toEqual([{ name: "ab" }]);
  expect(() => db.all(z.object({ name: z.string().min(2) }), "SELECT 'a' AS name")).toThrow(z.ZodError);
  db.close();
});
