import { expect, test } from "vitest";
import { formatCheckedState, formatHealthCause } from "../../../../../src/extension/server/model/healthProblem.ts";

test("a state names what was checked once, also by the names of another service", () => {
  const names = ["process", "handshake", "tools", undefined, "disk", "constructor"];
  expect(formatCheckedState("degraded", names)).toBe("degraded (checked: process, MCP, disk, constructor)");
  expect(formatCheckedState("healthy", [])).toBe("healthy");
});

test("a cause is one that the contract names", () => {
  expect(formatHealthCause("credential_refused")).toBe("API refuses the key");
  expect(formatHealthCause("constructor")).toBeUndefined();
  expect(formatHealthCause(undefined)).toBeUndefined();
});
