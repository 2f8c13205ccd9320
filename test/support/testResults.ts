import { expect, test } from "vitest";

/** One test for each call, named as the call is written: what it returns or resolves to. */
export function testResults(rows: readonly (readonly [call: () => unknown, result: unknown])[]): void {
  const named = rows.map(([call, result]) => [String(call).replace(/^\(\) =>\s*/, ""), call, result] as const);
  test.each(named)("%s", async (_, call, result) => {
    expect(await call()).toEqual(result);
  });
}
