import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../../../src/contract/dialectProfile.ts";
import type { Evidence } from "../../../../../src/contract/evidence.ts";
import type { OperationName } from "../../../../../src/contract/operations.ts";
import type { Memory } from "../../../../../src/extension/base/ports.ts";
import { openConnectionProfile } from "../../../../../src/extension/connection/model/connectionProfile.ts";
import { createConnectionProfiles } from "../../../../../src/extension/connection/model/connectionProfiles.ts";
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

describe("the origin of a fact", () => {
  const key = (...path: string[]) => JSON.stringify(["operations", ...path]);
  const documented: DialectProfile = {
    ...learned,
    document: "https://api.example/openapi.json",
    operations: { ...learned.operations, "server.deploy": { wrapper: "$.data", params: { version: "tag" } } },
  };

  test("is the OpenAPI document for what comes with it, but where a list is", () => {
    const profileStore = openProfile(createMapMemory());
    profileStore.save(documented);
    expect([...(profileStore.origins().documented ?? [])].sort()).toEqual([
      key("project.get", "select"),
      key("server.deploy", "params", "version"),
      key("server.deploy", "wrapper"),
      ...[key("servers.list", "fields", "id"), key("servers.list", "fields", "name")],
    ]);
  });

  test("is no longer the document after a correction, also in the next window", async () => {
    const memory = createMapMemory();
    const profileStore = openProfile(memory);
    profileStore.save(documented);
    const corrected = { wrapper: "$.server", params: { version: "tag", notes: "text" } };
    profileStore.save({ ...documented, operations: { "server.deploy": corrected } });
    await profileStore.flush();
    for (const store of [profileStore, openProfile(memory)])
      expect([...(store.origins().documented ?? [])]).toEqual([key("server.deploy", "params", "version")]);
  });

  test("is the user for what the user said", () => {
    const profileStore = openProfile(createMapMemory());
    profileStore.save(learned);
    profileStore.replace({ ...learned, preset: "stripe" });
    expect([...profileStore.origins().user]).toEqual(['["preset"]']);
  });

  test("of a draft goes to the connection that it becomes", () => {
    const profiles = createConnectionProfiles(createMapMemory());
    const draft = profiles.draft();
    draft.save(documented);
    profiles.adopt({ id: "one", kind: "remote" }, draft);
    expect(profiles.of({ id: "one", kind: "remote" }).origins().documented).toEqual(draft.origins().documented);
    expect(draft.origins().documented?.size).toBe(5);
  });

  test("is not known for a profile that was stored without origins", () => {
    const memory = createMapMemory();
    void memory.write("user", "dialect.learned:one", { profile: documented, evidence: {} });
    expect(openProfile(memory).origins().documented).toBeUndefined();
  });
});

test("clearing what answers have shown leaves everything else", () => {
  const profileStore = openProfile(createMapMemory());
  profileStore.save(learned);
  profileStore.saveEvidence("servers.list", evidence);
  profileStore.clearReadings();
  const operations = { ...learned.operations, "servers.list": { fields: { id: "$.uuid", name: "$.title" } } };
  expect([profileStore.read(), profileStore.evidence()]).toEqual([{ ...learned, operations }, {}]);
});
