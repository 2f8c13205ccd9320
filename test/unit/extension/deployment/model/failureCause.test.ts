import { describe, expect, test } from "vitest";
import { findFailureCause } from "../../../../../src/extension/deployment/model/failureCause.ts";
import { formatDeploymentFailure } from "../../../../../src/extension/deployment/model/formatDeployment.ts";

const exited = "The process exited with code 1 before it responded.";
const causeOf = (log: string[], names: string[] = []) =>
  findFailureCause(
    { failure: { step: "start", message: exited, log } },
    { variables: names.map((name) => ({ name })) },
  );

describe("the cause of a failed deployment", () => {
  test("is the thrown error, and the variable that it misses", () => {
    const cause = causeOf(["Error: DATABASE_URL is not set", "    at file:///srv/server.mjs:3:17"]);
    expect(cause).toMatchObject({ message: "DATABASE_URL is not set", variable: "DATABASE_URL" });
    expect(cause?.positions).toHaveLength(1);
  });

  test("is a plain line that says which variable is missing", () => {
    expect(causeOf(["Missing environment variable API_KEY", "bye"])).toEqual({
      message: "Missing environment variable API_KEY",
      variable: "API_KEY",
      positions: [],
    });
  });

  test("names a variable of the server also if it is not missing", () => {
    expect(causeOf(["TypeError: PORTAL is no URL"], ["PORTAL"])?.variable).toBe("PORTAL");
    expect(causeOf(["TypeError: PORTAL is no URL"])?.variable).toBeUndefined();
  });

  test("names no variable with more than 64 characters, which would become the label of a button", () => {
    const longest = "A".repeat(63).replace("AA", "A_");
    expect(causeOf([`Missing ${longest}X`])?.variable).toBe(`${longest}X`);
    expect(causeOf([`Missing ${longest}XX`])?.variable).toBeUndefined();
  });

  test("is unknown if the output says nothing of the kind", () => {
    expect(causeOf(["using DATABASE_URL", "the database is locked"], ["DATABASE_URL"])).toBeUndefined();
    expect(findFailureCause({ failure: null }, undefined)).toBeUndefined();
  });
});

describe("the message of a failed deployment", () => {
  const messageOf = (log: string[], serving?: string) => {
    const failure = { step: "start", message: exited, log };
    const deployment = { id: "dep_1", version: "1.1.0", failure };
    const outcome = { deployment, serverName: "Weather", wasLive: false, outcome: "failed" } as const;
    return formatDeploymentFailure(outcome, findFailureCause(deployment, undefined), serving);
  };

  test("says the cause instead of the stack", () => {
    expect(messageOf(["Error: DATABASE_URL is not set", "    at file:///srv/server.mjs:3:17"], "1.0.0")).toBe(
      "Weather 1.1.0 was not deployed: DATABASE_URL is not set. Version 1.0.0 is still live.",
    );
  });

  test("advises nothing for a step of another service", () => {
    const deployment = { id: "dep_1", version: "1.1.0", failure: { step: "constructor", message: "No" } };
    const outcome = { deployment, serverName: "Weather", wasLive: false, outcome: "failed" } as const;
    expect(formatDeploymentFailure(outcome, undefined, undefined)).toBe("Weather 1.1.0 was not deployed: No.");
  });

  test("has the reason and the last output if the cause is unknown", () => {
    expect(messageOf(["starting", "the database is locked", ""])).toBe(
      `Weather 1.1.0 was not deployed: ${exited} Last output: the database is locked.`,
    );
  });
});
