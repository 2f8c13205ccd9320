import { expect, test } from "vitest";
import { defaultDeploymentTimes } from "../../../../../src/service/deployments/deploymentTimes.ts";
import { decideRestart, type RestartPolicy } from "../../../../../src/service/deployments/lifecycle/restartPolicy.ts";

const reason = "The process exited with code 1.";

/** Returns the restart decision after each run of a process. */
function decisionsAfter(runs: readonly (number | undefined)[], policy: RestartPolicy = defaultDeploymentTimes) {
  let crashesBefore = 0;
  return runs.map((ranMs) => {
    const decision = decideRestart(policy, { reason, ranMs, crashesBefore });
    crashesBefore = decision.crashes;
    return decision.kind === "restart" ? decision.pauseMs : decision.kind;
  });
}

test("a process restarts after 0.5, 1, 2, 4 and 8 s and is given up at the sixth crash in a row", () => {
  expect(decisionsAfter([10, 10, 10, 10, 10, 10])).toEqual([500, 1000, 2000, 4000, 8000, "giveUp"]);
});

test("a failed start counts as a crash", () => {
  const failedStarts = Array.from({ length: 6 }, () => undefined);
  expect(decisionsAfter(failedStarts).at(-1)).toBe("giveUp");
});

test("a good run clears the crashes before it", () => {
  const { goodRunMs } = defaultDeploymentTimes;
  expect(decisionsAfter([10, 10, goodRunMs - 1, goodRunMs, 10])).toEqual([500, 1000, 2000, 500, 1000]);
});

test("a failed start does not count as a good run, however short a good run is", () => {
  expect(decisionsAfter([undefined, undefined], { ...defaultDeploymentTimes, goodRunMs: 0 })).toEqual([500, 1000]);
});

test("a pause does not exceed the longest pause", () => {
  expect(decisionsAfter([10, 10, 10], { ...defaultDeploymentTimes, backOffMaxMs: 700 })).toEqual([500, 700, 700]);
});

test("the message of a restart names the reason, the pause and the number of crashes", () => {
  expect(decideRestart(defaultDeploymentTimes, { reason, ranMs: 10, crashesBefore: 1 }).message).toBe(
    "The process exited with code 1. Starting it again in 1 s (2 of 5).",
  );
});

test("the message of a process that is given up names the reason and the number of crashes", () => {
  expect(decideRestart(defaultDeploymentTimes, { reason, ranMs: 10, crashesBefore: 5 }).message).toBe(
    "The process exited with code 1. It crashed 6 times and is not started again.",
  );
});
