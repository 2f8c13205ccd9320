import { expect, test } from "vitest";
import {
  formatMovedEntries,
  formatMovedService,
} from "../../../../../src/extension/vscode/connection/reportMovedService.ts";

const old = "http://127.0.0.1:4100";

test("the message about a moved service has both ports and what to do", () => {
  expect(formatMovedService(old, "http://127.0.0.1:4205")).toBe(
    "Another program uses port 4100, so the local service moved to port 4205. URLs of servers that you copied before have the old port: copy them again, or replace 4100 with 4205 in the files that have them.",
  );
});

test("repaired entries are said for one file and for several", () => {
  const format = (...files: string[]) => formatMovedEntries(old, "http://127.0.0.1:4205", files, "done");
  expect(format("a")).toBe("The local service moved from port 4100 to port 4205, and a has the new port.");
  expect(format("a", "b")).toMatch(/, and a.*b have the new port\.$/);
});
