import { expect, test } from "vitest";
import { createLog } from "../../../../src/extension/vscode/log.ts";

function listed() {
  const written: string[] = [];
  const write = (text: string) => void written.push(text);
  const channel = { debug: write, info: write, warn: write, error: write, show: () => {} };
  return { written, log: createLog(channel) };
}

test("masks secrets, also in the cause of a cause", () => {
  const { written, log } = listed();
  const secret = "c4n4ry7Xq2Lm9Rt5Vw1Zk8";
  const inner = new Error(`X-Api-Key: ${secret}`);
  log.info(`Authorization: Bearer ${secret}`);
  log.error("failed", new Error(`https://u:${secret}@h.example`, { cause: inner }));
  log.call({
    ...{ operation: "me.get", method: "GET", path: "/api/v1/me", ms: 3, attempt: 1 },
    error: `at https://h.example/?access_token=${secret}`,
  });
  expect(written).toHaveLength(3);
  expect(`${written}${log.lines.all()}${log.failures.all()}`).not.toContain(secret);
});

test("keeps the newest lines, and more of the failures", () => {
  const { log } = listed();
  log.warning("the first failure");
  for (let line = 0; line < 400; line += 1) log.info(`line ${line}`);
  expect(log.lines.all()).toHaveLength(300);
  expect(log.lines.all().at(-1)).toMatch(/\[info\] line 399$/);
  expect(log.failures.all()).toEqual([expect.stringMatching(/\[warn\] the first failure$/)]);
});
