import { describe, expect, test } from "vitest";
import { deploymentStates } from "../../../../src/contract/deployments.ts";
import { presets } from "../../../../src/dialect/presets/presets.ts";
import { findConventions } from "../../../../src/dialect/vocabulary/conventions.ts";

const general = findConventions(undefined);
const kubernetes = findConventions("kubernetes");

describe("the state of a deployment", () => {
  test.each([
    ["RUNNING", "running"],
    ["DEPLOYMENT_STATUS_ROLLED_BACK", "superseded"],
    ["In Progress", "starting"],
    ["success", "running"],
    ["Cancelled", "stopped"],
    ["crash-loop-back-off", "degraded"],
    ["zorbing", undefined],
    ["", undefined],
  ])("that is called %j is %j", (word, expected) => {
    expect(general.stateOf("deployment", deploymentStates, word)).toBe(expected);
  });
});

describe("the same word", () => {
  const runStates = ["queued", "running", "passed", "failed", "errored"];

  test.each([
    ["deployment", deploymentStates, "success", "running"],
    ["testRun", runStates, "success", "passed"],
    ["testRun", runStates, "active", "running"],
    ["health", ["healthy", "unhealthy"], "true", "healthy"],
    ["health", ["healthy", "unhealthy"], "down", "unhealthy"],
    ["region", ["healthy"], "ok", undefined],
  ])("of %s %j: %s is %s", (family, states, word, expected) => {
    expect(general.stateOf(family, states, word)).toBe(expected);
  });

  test("means what the preset says first", () => {
    expect(kubernetes.stateOf("health", ["healthy", "unknown"], "NewReplicaSetAvailable")).toBe("unknown");
    expect(general.stateOf("health", ["healthy", "unknown"], "NewReplicaSetAvailable")).toBeUndefined();
  });

  test("means what the preset says also if it is a state of the contract", () => {
    expect(findConventions("gitlab").stateOf("deployment", deploymentStates, "running")).toBe("building");
    expect(findConventions("gitlab").stateOf("testRun", runStates, "running")).toBe("running");
    expect(findConventions("github").stateOf("deployment", deploymentStates, "running")).toBe("running");
  });

  test("can be no state of the resource", () => {
    expect(general.stateOf("deployment", ["running"], "failed")).toBeUndefined();
  });
});

describe("the names of a field", () => {
  test("begin with those of the preset, then the contract's, then those of all services", () => {
    expect(general.fieldNames("project", "createdAt").slice(0, 2)).toEqual(["createdAt", "created"]);
    expect(kubernetes.fieldNames("project", "createdAt").slice(0, 2)).toEqual(["creationTimestamp", "createdAt"]);
  });

  test("of one resource replace those of all", () => {
    expect(general.fieldNames("version", "version")[0]).toBe("version");
    expect(general.fieldNames("version", "version")).toContain("tagName");
    expect(general.fieldNames("event", "at")).toContain("timestamp");
  });

  test("are none if the preset has an empty list", () => {
    expect(kubernetes.fieldNames("server", "kind")).toEqual([]);
  });

  test("keep the order in which a person calls an item", () => {
    const names = general.fieldNames("project", "name");
    expect(names.indexOf("displayName")).toBeLessThan(names.indexOf("name"));
    expect(names.indexOf("name")).toBeLessThan(names.indexOf("slug"));
  });
});

test("a resource has other names, in the singular and in the plural", () => {
  expect(general.kindNames("server")).toEqual(expect.arrayContaining(["server", "mcpserver", "toolset"]));
  expect(general.isPlural("mcpservers", "server")).toBe(true);
  expect(general.isPlural("serverlist", "server")).toBe(true);
  expect(general.isPlural("users", "server")).toBe(false);
});

test("a word that only says that something ended is no state of its own", () => {
  expect(["Completed", "finished", "DONE"].map(general.isFinished)).toEqual([true, true, true]);
  expect(general.isFinished("failed")).toBe(false);
});

test("an unknown preset is that of all services", () => {
  expect(findConventions("no such preset")).toBe(general);
});

test.each(["general", ...presets.map(({ name }) => name)])(
  "the usual words of %s mean what they are listed for",
  (name) => {
    const { stateOf, usualWords } = findConventions(name);
    for (const [state, words] of usualWords("deployment", deploymentStates))
      expect(words.map((word) => [word, stateOf("deployment", deploymentStates, word)])).toEqual(
        words.map((word) => [word, state]),
      );
    expect(usualWords("region", ["ready"])).toEqual(new Map([["ready", []]]));
  },
);

test("the contract's own word is the first of those that mean it, unless the convention means another state by it", () => {
  expect(findConventions(undefined).usualWords("deployment", deploymentStates).get("stopped")?.[0]).toBe("stopped");
  const gitlab = findConventions("gitlab").usualWords("deployment", deploymentStates);
  expect([gitlab.get("running")?.includes("running"), gitlab.get("building")]).toEqual([
    ...[false, expect.arrayContaining(["running"])],
  ]);
});
