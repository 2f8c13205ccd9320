import { expect, test } from "vitest";
import { readItemsWithProfile } from "../../../../../../src/dialect/read/readItemsWithProfile.ts";
import { formatServiceRows } from "../../../../../../src/extension/profile/model/page/formatServiceRows.ts";

test("a row shows no generated id as a name", async () => {
  const samples = { "servers.list": [{ id: "srv-1", name: "0d3a1f0e-8a43-4f0e-9a0c-0c1d2e3f4a5b" }] };
  const [group] = await formatServiceRows(
    async (...args) => readItemsWithProfile(...args),
    { version: 2, dialect: "other", operations: {} },
    samples,
    (_field, text) => text,
  );
  expect(group?.rows).toMatchObject([{ name: null, id: "srv-1" }]);
});
