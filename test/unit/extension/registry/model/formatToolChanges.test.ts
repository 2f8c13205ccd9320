import { expect, test } from "vitest";
import { formatToolChanges } from "../../../../../src/extension/registry/model/formatToolChanges.ts";

test("a changed text of a tool stands in the document as it was and as it is, up to a length", () => {
  const change = {
    severity: "risky",
    kind: "changed",
    tool: "find",
    pointer: "/description",
    keyword: "description",
  } as const;
  const changes = [{ ...change, before: "Finds pets", after: "x".repeat(1001) }];
  const text = formatToolChanges({ name: "Pets", before: "1", after: "2" }, changes);
  expect(text).toContain(
    ["description of the tool changed&#46;", "  - Before: Finds pets", `  - Now: ${"x".repeat(1000)}…\n`].join("\n"),
  );
});
