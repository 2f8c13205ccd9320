import { expect, test } from "vitest";
import {
  formatMovedEntries,
  formatMovedService,
  namesService,
} from "../../../../../src/extension/server/model/movedService.ts";

const old = "http://127.0.0.1:4100";

test.each([
  ['{"url": "http://127.0.0.1:4100/mcp/srv_1"}', true],
  ['{"url": "http://localhost:4100/mcp/srv_1"}', true],
  ['{"url": "http://127.0.0.1:41000/mcp/srv_1"}', false],
  ['{"url": "http://127x0x0x1:4100/mcp/srv_1"}', false],
  ["{}", false],
])("a file that holds %s names the old address: %s", (text, names) => {
  expect(namesService(text, old)).toBe(names);
});

test("a moved service is said with the files that have its old port", () => {
  const format = (...files: string[]) => formatMovedService(old, "http://127.0.0.1:4205", files);
  expect(format()).toBe(
    "Another program uses port 4100, so the local service moved to port 4205. URLs of servers that you copied before have the old port: copy them again.",
  );
  expect(format(".vscode/mcp.json")).toBe(
    "Another program uses port 4100, so the local service moved to port 4205. .vscode/mcp.json has URLs with the old port: replace 4100 with 4205 there.",
  );
});

test("repaired entries are said for one file and for several", () => {
  const format = (...files: string[]) => formatMovedEntries(old, "http://127.0.0.1:4205", files, "done");
  expect(format("a")).toBe("The local service moved from port 4100 to port 4205, and a has the new port.");
  expect(format("a", "b")).toMatch(/, and a.*b have the new port\.$/);
});
