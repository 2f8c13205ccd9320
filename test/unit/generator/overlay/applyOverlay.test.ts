import { describe, expect, test } from "vitest";
import { applyOverlay } from "../../../../src/generator/overlay/applyOverlay.ts";
import { readOverlay } from "../../../../src/generator/overlay/readOverlay.ts";
import { applyOverlayText, createOverlay } from "../../../support/documents/applyOverlayText.ts";

const pets = "paths: { /pets: { get: { summary: Pets, tags: [a, b, c] } } }";

function findProblems(document: string, actions: string, version?: string) {
  const { problems } = applyOverlayText(document, createOverlay(actions, version));
  return problems.map(({ severity, code, line, column }) => ({ severity, code, line, column }));
}

describe("an applied overlay", () => {
  test("leaves the document as it is, also where YAML aliases share a part", () => {
    const document = "a: &part { list: [1, 2], deep: { x: 1 } }\nb: *part";
    const actions = "  - target: $.b.deep\n    update: { x: 2, y: 3 }\n  - target: $.b.list[0]\n    remove: true\n";
    const applied = applyOverlayText(document, createOverlay(actions));
    const part = { list: [1, 2], deep: { x: 1 } };
    expect(applied.document).toEqual({ a: part, b: part });
    expect(applied.root).toEqual({ a: part, b: { list: [2], deep: { x: 2, y: 3 } } });
  });

  test("shares no part between the targets of one update", () => {
    const actions = "  - target: $.*\n    update: { part: { x: 1 } }\n  - target: $.a.part\n    update: { x: 2 }\n";
    expect(applyOverlayText("a: {}\nb: {}", createOverlay(actions)).root).toEqual({
      a: { part: { x: 2 } },
      b: { part: { x: 1 } },
    });
  });

  test("removes each of several items, also nested ones and one that two selectors match", () => {
    const document = "list: [0, 1, 2, 3, { inner: [a, b] }]";
    const actions = "  - target: $..[2, 0, 0]\n    remove: true\n";
    expect(applyOverlayText(document, createOverlay(actions)).root).toEqual({ list: [1, 3, { inner: ["b"] }] });
  });

  test("ends with an error where actions double the document again and again", () => {
    const actions = "  - target: $.a.l\n    copy: $.a\n  - target: $.a.r\n    copy: $.a\n";
    const text = createOverlay(actions.repeat(15), "1.1.0");
    const { problems, root } = applyOverlayText("a: { l: {}, r: {} }", text);
    expect(problems.map(({ code }) => code)).toEqual(["overlay_too_large"]);
    expect(JSON.stringify(root).length).toBeLessThan(20_000_000);
  });

  test("counts lists of any length", () => {
    const { actions } = readOverlay(createOverlay("  - target: $.a\n    copy: $.b\n".repeat(4), "1.1.0"));
    const { findings } = applyOverlay({ a: [], b: Array(300_000).fill(0) }, actions);
    expect(findings.map(({ code }) => code)).toEqual(["overlay_too_large"]);
  });

  test("ends with an error where its targets together visit too much", () => {
    const { actions } = readOverlay(createOverlay("  - target: $..none\n    remove: true\n".repeat(3)));
    const { findings } = applyOverlay({ list: Array(100).fill(0) }, actions, { left: 250 });
    const [unmatched, slow] = ["overlay_target_unmatched", "overlay_target_too_slow"];
    expect(findings.map(({ code }) => code)).toEqual([unmatched, unmatched, slow]);
  });

  test("ignores an update beside a remove", () => {
    const actions = "  - target: $.a\n    update: { x: 1 }\n    remove: true\n";
    expect(applyOverlayText("a: {}\nb: {}", createOverlay(actions)).root).toEqual({ b: {} });
  });

  test("sets a member called __proto__ as data", () => {
    const { actions } = readOverlay(createOverlay('  - target: $.a\n    update: { "__proto__": { x: 1 } }\n'));
    const { root } = applyOverlay({ a: { b: 1 } }, actions);
    expect(Object.keys(Object(root.a))).toEqual(["b", "__proto__"]);
    expect(Object.getPrototypeOf(root.a)).toBe(Object.prototype);
  });

  test("keeps a long integer of the overlay exact within data and a number elsewhere", () => {
    const actions = "  - target: $.schema\n    update: { default: 12345678901234567890, maximum: 1.0 }\n";
    expect(JSON.stringify(applyOverlayText("schema: {}", createOverlay(actions)).root)).toBe(
      '{"schema":{"default":12345678901234567890,"maximum":1}}',
    );
  });

  test("knows the place in the overlay of what it added, and of nothing else", () => {
    const actions =
      "  - target: $.paths.*.get\n    update: { x-mcp: { name: list } }\n  - target: $.paths['/pets'].get\n    update: { x-mcp: { title: T } }\n";
    const { findOrigin } = applyOverlayText(pets, createOverlay(actions));
    expect(findOrigin("/paths/~1pets/get/x-mcp/name")).toEqual(["actions", 0, "update", "x-mcp", "name"]);
    expect(findOrigin("/paths/~1pets/get/x-mcp/title")).toEqual(["actions", 1, "update", "x-mcp", "title"]);
    const again = `${actions}  - target: $.paths.*.get\n    update: { x-mcp: { name: all } }\n`;
    expect(applyOverlayText(pets, createOverlay(again)).findOrigin("/paths/~1pets/get/x-mcp/name")?.[1]).toBe(2);
    expect(findOrigin("/paths/~1pets/get/summary")).toBeUndefined();
    expect(findOrigin("/info")).toBeUndefined();
  });
});

describe("the problems of an overlay", () => {
  test("name a target that matches nothing at its place", () => {
    expect(findProblems(pets, "  - target: $.paths['/cats']\n    remove: true\n")).toEqual([
      { severity: "warning", code: "overlay_target_unmatched", line: 4, column: 13 },
    ]);
  });

  test("name a value that does not fit the document at its place, and the rest of the update is applied", () => {
    const actions = "  - target: $.paths['/pets'].get\n    update:\n      tags: no list\n      summary: New\n";
    expect(findProblems(pets, actions)).toEqual([
      { severity: "error", code: "overlay_update_incompatible", line: 6, column: 13 },
    ]);
    expect(applyOverlayText(pets, createOverlay(actions)).root).toEqual({
      paths: { "/pets": { get: { summary: "New", tags: ["a", "b", "c"] } } },
    });
  });

  test("name a copy of nothing and of several values", () => {
    const actions =
      "  - { target: $.paths, copy: $.none }\n  - { target: $.paths, copy: '$.paths[\"/pets\"].get.tags[*]' }\n";
    expect(findProblems(pets, actions, "1.1.0").map(({ code }) => code)).toEqual(["overlay_copy", "overlay_copy"]);
  });

  test("refuse to remove the whole document", () => {
    expect(findProblems(pets, "  - { target: $, remove: true }\n")).toMatchObject([{ code: "overlay_remove_root" }]);
  });
});
