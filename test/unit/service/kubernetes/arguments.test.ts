import { expect, test } from "vitest";
import { parseServiceArguments } from "../../../../src/service/control/serviceArguments.ts";

const parse = (...args: string[]) => parseServiceArguments(["--data", "/data", ...args]).runners.kubernetes;

test("a cluster is a context, and perhaps a namespace", () => {
  expect(parse()).toBeUndefined();
  expect(parse("--kubernetes", "team")).toEqual({ context: "team", namespace: undefined });
  const more = ["--kubernetes-namespace", "servers"];
  expect(parse("--kubernetes", "team", ...more)).toEqual({ context: "team", namespace: "servers" });
});

test.each([
  [["--kubernetes", ""], "must be the name of a context"],
  [["--kubernetes-namespace", "servers"], "needs --kubernetes CONTEXT"],
  [["--base-image", "node:24\nRUN x"], "must be the name of an image"],
  [["--kubernetes", "team", "--kubernetes-namespace", "My_Space"], "the name of a namespace"],
])("%j is refused", (args, message) => {
  expect(() => parse(...args)).toThrow(message);
});
