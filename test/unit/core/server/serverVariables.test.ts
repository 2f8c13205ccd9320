import { expect, test } from "vitest";
import { hasChangedVariables } from "../../../../src/core/server/serverVariables.ts";

const variable = { name: "UP_KEY", required: false, secret: true, description: "" };
const isChanged = (more: object, desiredState: "running" | "stopped" = "running") =>
  hasChangedVariables({ id: "srv_1", name: "Pets", desiredState, variables: [{ ...variable, ...more }] });

test("a live server has changed variables as far as its service says so", () => {
  expect([isChanged({ changed: true }), isChanged({ changed: false }), isChanged({})]).toEqual([true, false, false]);
});

test("a stopped server has none, because it starts with the saved values", () => {
  expect(isChanged({ changed: true }, "stopped")).toBe(false);
});
