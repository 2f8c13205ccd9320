import { expect, test } from "vitest";
import type { RehearsedCall } from "../../../../../src/contract/routes/previewRoutes.ts";
import { formatRehearsal } from "../../../../../src/extension/deployment/model/formatRehearsal.ts";

const call = (tool: string, outcome: RehearsedCall["outcome"], more: Partial<RehearsedCall> = {}): RehearsedCall => ({
  ...{ sequence: 1, tool, outcome, arguments: '{"id":1}', differences: [], unstable: [], replayed: false },
  ...more,
});
const differences = [
  { path: "$.name", live: '"a"', preview: '"b"' },
  { path: "$.new", preview: "1" },
  { path: "$.old", live: "2" },
];

test("the page has what fails first, then what differs, and says what was set aside, replayed and not made", () => {
  const markdown = formatRehearsal({
    called: "Pets 0.2.0",
    changes: undefined,
    calls: [
      call("list", "same", { unstable: ["$.at"] }),
      call("add", "differs", { differences, replayed: true }),
      call("drop", "skipped", { reason: "It may change data." }),
      call("read", "fails", { reason: "500 <b>broken</b>" }),
    ],
  });
  const text = markdown.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(headings).toEqual(["read", "add", "list", "drop"]);
  expect(text).toContain("1 same, 1 different, 1 failed, 1 not made.");
  expect(text).toContain("fails: 500 ");
  expect(markdown).not.toContain("<b>");
  for (const part of ["→", "is new: 1", "is gone: 2", "recorded answers of the API", "1 not made: It may change data"])
    expect(text).toContain(part);
  expect(text).toMatch(/Set aside, .*at/);
});
