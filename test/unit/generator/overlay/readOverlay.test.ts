import { describe, expect, test } from "vitest";
import { readOverlay } from "../../../../src/generator/overlay/readOverlay.ts";
import { createOverlay } from "../../../support/documents/applyOverlayText.ts";

const action = "  - { target: $.info, remove: true }\n";

function readProblems(text: string) {
  const { actions, problems } = readOverlay(text);
  return { count: actions.length, problems: problems.map(({ code, line, column }) => `${line}:${column} ${code}`) };
}

describe("an overlay's text", () => {
  test.each(["1.0.0", "1.1.0", '"1.0.7"', "1.0"])("of version %s is read", (version) => {
    expect(readProblems(createOverlay(action, version))).toEqual({ count: 1, problems: [] });
  });

  test("of a newer minor version is read with a warning", () => {
    expect(readProblems(createOverlay(action, "1.2.0"))).toEqual({ count: 1, problems: ["1:10 overlay_version"] });
  });

  test.each(["2.0.0", "latest", "{}"])("of version %s is not read", (version) => {
    expect(readProblems(createOverlay(action, version))).toEqual({ count: 0, problems: ["1:10 overlay_version"] });
  });

  test("is read from JSON too", () => {
    const text = JSON.stringify({
      overlay: "1.0.0",
      info: { title: "t", version: "1" },
      actions: [{ target: "$", update: {} }],
    });
    expect(readProblems(text)).toEqual({ count: 1, problems: [] });
  });

  test("names syntax errors at their place", () => {
    expect(readProblems("overlay: 1.0.0\nactions: [")).toEqual({ count: 0, problems: ["2:11 overlay_syntax"] });
  });

  test("names unknown fields of the file and of actions, but not extensions", () => {
    const text = `${createOverlay("  - { target: $.info, remove: true, to: $.b, x-why: because }\n")}\nauthor: me\nx-author: me\n`;
    expect(readProblems(text)).toEqual({
      count: 1,
      problems: ["6:9 overlay_unknown_field", "4:41 overlay_unknown_field"],
    });
  });

  test("omits an action without a usable target, and reads the others", () => {
    const actions = `  - { target: info.title, remove: true }\n  - { target: 5, remove: true }\n  - { update: {} }\n  - word\n${action}`;
    expect(readProblems(createOverlay(actions))).toEqual({
      count: 1,
      problems: ["4:15 overlay_target_invalid", "5:15 overlay_action", "6:5 overlay_action", "7:5 overlay_action"],
    });
  });

  test("names an action that changes nothing", () => {
    expect(readProblems(createOverlay("  - { target: $.info, remove: false }\n"))).toEqual({
      count: 0,
      problems: ["4:5 overlay_no_change"],
    });
  });

  test("names what other tools need", () => {
    expect(readProblems("overlay: 1.0.0\ninfo: { title: t }\nactions: {}\n").problems).toEqual([
      "2:7 overlay_info",
      "3:10 overlay_empty",
    ]);
  });

  test("that is no object or too deep is a problem, not a failure", () => {
    expect(readProblems("[]").problems).toEqual(["1:1 overlay_invalid"]);
    expect(readProblems("[".repeat(100_000)).count).toBe(0);
  });
});
