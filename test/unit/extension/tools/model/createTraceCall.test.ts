import { describe, expect, test } from "vitest";
import type { CallTrace } from "../../../../../src/contract/routes/recordingRoutes.ts";
import { createTraceCall, createTraceView } from "../../../../../src/extension/tools/model/createTraceCall.ts";
import { addServerCase } from "../../../../../src/testcases/addServerCase.ts";
import { readServerCases } from "../../../../../src/testcases/readServerCases.ts";

const trace: CallTrace = {
  ...{ sequence: 3, at: "2026-01-01T00:00:00.000Z", tool: "getBerth", state: "succeeded", ms: 12, bytes: 60 },
  ...{ arguments: '{"number":7}', result: '{"content":[{"type":"text","text":"North"}]}', omitted: [] },
};

describe("a recorded call", () => {
  test("has its arguments and the parts of its result", () => {
    const view = createTraceView({ ...trace, client: "agent", keyName: "CI" });
    expect(view).toMatchObject({
      ...{ tool: "getBerth", caller: "agent · CI", arguments: '{\n  "number": 7\n}', notes: [] },
      content: [{ kind: "text", text: "North" }],
    });
  });

  test("shows the digits of long numbers, and keeps them in a case", () => {
    const long = { ...trace, arguments: '{"number":12345678901234567890,"share":0.5}' };
    expect(createTraceView(long).arguments).toContain("12345678901234567890");
    const { view } = createTraceCall(long) ?? {};
    const given = { ...view?.arguments };
    for (const isJson of [true, false]) {
      const { text } = addServerCase(undefined, { name: "a", tool: "getBerth", arguments: given, expect: {} }, isJson);
      expect(text).toContain("12345678901234567890");
      expect(JSON.stringify(readServerCases(text).cases[0]?.arguments)).toBe(long.arguments);
    }
  });

  test.each([
    [
      "whose arguments were too large",
      { arguments: undefined, omitted: ["arguments" as const] },
      /arguments are too large/,
    ],
    [
      "whose result was too large",
      { result: undefined, state: "unknown" as const, omitted: ["result" as const] },
      /result is too large/,
    ],
    ["whose caller left", { result: undefined, state: "unknown" as const }, /result is not known/],
  ])("%s says so and cannot be kept", (_, change, note) => {
    expect(createTraceView({ ...trace, ...change }).notes.join()).toMatch(note);
    expect(createTraceCall({ ...trace, ...change })).toBeUndefined();
  });

  test("of a server whose requests are not visible says so, and can be kept", () => {
    const hidden: CallTrace = { ...trace, omitted: ["exchanges"] };
    expect(createTraceView(hidden).notes.join()).toMatch(/not visible/);
    expect(createTraceCall(hidden)?.view.exchanges).toBeUndefined();
  });

  test("with an answer that was cut says that its case runs with the API", () => {
    const exchange = {
      method: "GET",
      url: "https://a.example/x",
      requestHeaders: {},
      responseHeaders: {},
      ms: 1,
      status: 200,
    };
    const cut = { ...trace, exchanges: [{ ...exchange, responseBody: { text: "x", cutFrom: 99_999 } }] };
    expect(createTraceView(cut).notes.join()).toMatch(/missing or too large/);
    expect(createTraceView({ ...trace, exchanges: [exchange] }).notes).toEqual([]);
  });

  test("omits parts of a result that this version does not know", () => {
    const odd = {
      ...trace,
      result: '{"content":[{"type":"new"},{"type":"text","text":"x"}],"structuredContent":{"a":1}}',
    };
    expect(createTraceView(odd)).toMatchObject({ content: [{ kind: "text" }], structured: { a: 1 } });
  });
});
