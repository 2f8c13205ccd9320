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

const decode = (markdown: string) =>
  markdown.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

test("the page has what fails first, then what differs, and says what was set aside, replayed and not made", () => {
  const markdown = formatRehearsal({
    called: "Pets 0.2.0",
    noticed: { changes: undefined, skills: [], tokens: undefined },
    calls: [
      call("list", "same", { unstable: ["$.at"] }),
      call("add", "differs", { differences, replayed: true }),
      call("drop", "skipped", { reason: "It may change data." }),
      call("read", "fails", { reason: "500 <b>broken</b>" }),
    ],
  });
  const text = decode(markdown);
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(headings).toEqual(["Noticed without a call", "read", "add", "list", "drop"]);
  expect(text).toContain("1 same, 1 different, 1 failed, 1 not made.");
  expect(text).toContain("fails: 500 ");
  expect(markdown).not.toContain("<b>");
  for (const part of ["→", "is new: 1", "is gone: 2", "recorded answers of the API", "1 not made: It may change data"])
    expect(text).toContain(part);
  expect(text).toMatch(/Set aside, .*at/);
  expect(text).toContain("Whether the tools changed is not known.");
  expect(text).not.toContain("test case");
});

const same = { changes: [], skills: [], tokens: { live: 1200, preview: 1200 } };

test("the page says that test cases were called, and names the case of a difference", () => {
  const calls = [
    call("read", "differs", { case: "Rex", differences }),
    call("add", "skipped", { case: "can be called", reason: "It may change data." }),
  ];
  const text = decode(formatRehearsal({ called: "Pets 0.2.0", calls, noticed: same }));
  expect(text).toContain("No calls of the live version were recorded. Called instead: 1 test case.");
  expect(text).toContain('Rex {"id":1} differs:');
  expect(text).toContain("The tools are the same.");
  expect(text).toContain("about 1,200 tokens, as before");
});

test("the page says what callers notice without a call, also what breaks nothing", () => {
  const changes = [
    { kind: "changed", severity: "risky", tool: "read", pointer: "/description", keyword: "description" } as const,
  ];
  const noticed = { changes, skills: ["The skill pets names drop, which is gone."], tokens: { live: 9, preview: 8 } };
  const text = decode(formatRehearsal({ called: "Pets 0.2.0", calls: [], noticed }));
  expect(text).toContain("read: The description of the tool changed.");
  expect(text).toContain("names drop, which is gone");
  expect(text).toContain("about 8 tokens, before 9");
});
