import { describe, expect, test } from "vitest";
import type { Evidence } from "../../../../../src/contract/evidence.ts";
import type { OperationName } from "../../../../../src/contract/operations.ts";
import type { Memory } from "../../../../../src/extension/base/ports.ts";
import { openConnectionProfile } from "../../../../../src/extension/connection/model/connectionProfile.ts";
import { createEvidence, briefProfile as learned } from "../../../../support/dialect/learnedProfile.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";

const evidence = createEvidence();
const openProfile = (memory: Memory) => openConnectionProfile(memory, "one", { writeDelayMs: 1 });
describe("the evidence of an operation that works", () => {
  const failing = (change: Partial<Evidence>): Evidence => ({ ...evidence, outcome: "refused", ...change });
  const outcomeAfter = (operation: OperationName, change: Partial<Evidence>) => {
    const profileStore = openProfile(createMapMemory());
    profileStore.saveEvidence(operation, evidence);
    profileStore.saveEvidence(operation, failing(change));
    return profileStore.evidence()[operation]?.outcome;
  };

  test("stays after a failure that is about one request", () => {
    expect(outcomeAfter("projects.create", { status: 422 })).toBe("works");
    expect(outcomeAfter("deployment.get", { outcome: "notOffered", status: 404 })).toBe("works");
  });

  test("is replaced when the operation itself fails", () => {
    expect(outcomeAfter("servers.list", { status: 400 })).toBe("refused");
    expect(outcomeAfter("projects.create", { status: 403 })).toBe("refused");
    expect(outcomeAfter("servers.list", { outcome: "notOffered", status: 404 })).toBe("notOffered");
    expect(outcomeAfter("deployment.get", { unreadable: "No deployment.", status: 200 })).toBe("refused");
  });
});

test("clearing what answers have shown leaves everything else", () => {
  const profileStore = openProfile(createMapMemory());
  profileStore.save(learned);
  profileStore.saveEvidence("servers.list", evidence);
  profileStore.saveSample?.("servers.list", [{ id: "a" }]);
  profileStore.clearReadings();
  const operations = { ...learned.operations, "servers.list": { fields: { id: "$.uuid", name: "$.title" } } };
  expect([profileStore.evidence(), profileStore.samples()]).toEqual([{}, {}]);
  expect(profileStore.read()).toEqual({ ...learned, operations });
});
