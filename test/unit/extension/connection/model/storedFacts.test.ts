import { describe, expect, test } from "vitest";
import { openConnectionProfile } from "../../../../../src/extension/connection/model/connectionProfile.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";

const said = "dialect.said:one";

/** Opens a profile with the facts of the user that an earlier version has stored. */
function openStored(facts: object, learned?: object) {
  const memory = createMapMemory();
  void memory.write("user", said, facts);
  if (learned) void memory.write("user", "dialect.learned:one", { profile: learned, evidence: {} });
  return { memory, profile: openConnectionProfile(memory, "one", { writeDelayMs: 1 }) };
}

const firstFacts = {
  '["credential"]': { header: "X-Key" },
  '["states","deployment","ONLINE"]': "running",
  '["kinds","server"]': ["droplet"],
  '["operations","projects.list","list"]': ["data"],
  '["operations","projects.list","fields","name"]': ["label", "text"],
  '["operations","projects.list","fields","slug"]': null,
  '["operations","project.get","select"]': { in: "query", name: "slug", value: "slug" },
  '["errors","message"]': ["why"],
};

describe("what a user said in a profile of version 1", () => {
  test("still holds", () => {
    const { profile } = openStored(firstFacts);
    expect(profile.read()).toEqual({
      version: 2,
      dialect: "unknown",
      credential: { header: "X-Key" },
      kinds: {
        server: { words: ["droplet"] },
        deployment: {
          states: ["$.status", "$.state", "$.phase"].map((path) => ({ when: { [path]: "ONLINE" }, is: "running" })),
        },
      },
      operations: {
        "projects.list": { list: "$.data", fields: { name: "$.label.text", slug: null } },
        "project.get": { select: { in: "query", name: "slug", value: "{slug}" } },
      },
      errors: { message: "$.why" },
    });
  });

  test("holds beside what was learned, and stays the user's", () => {
    const operations = { "projects.list": { list: ["items"], pageSize: "limit" } };
    const { profile } = openStored(firstFacts, { version: 1, dialect: "other", operations });
    expect(profile.read()).toMatchObject({
      dialect: "other",
      operations: { "projects.list": { list: "$.data", pageSize: "limit" } },
    });
  });

  test("is stored in the current format with the next change, and is migrated once", async () => {
    const { memory, profile } = openStored(firstFacts);
    profile.replace({ ...profile.read(), query: { edition: "3" } });
    await profile.flush();
    const stored = memory.read("user", said);
    expect(stored).toMatchObject({
      '["version"]': 2,
      '["operations","project.get","select"]': { value: "{slug}" },
      '["query"]': { edition: "3" },
    });
    const again = openConnectionProfile(memory, "one", { writeDelayMs: 1 });
    expect(again.read()).toEqual(profile.read());
  });
});

test("no facts are stored as nothing", async () => {
  const { memory, profile } = openStored({ '["query"]': { edition: "3" } });
  profile.replace({ version: 2, dialect: "other", operations: {} });
  profile.replace({ version: 2, dialect: "unknown", operations: {} });
  await profile.flush();
  expect(memory.read("user", said)).toBeUndefined();
});

test("of stored facts only the invalid ones are dropped", () => {
  const { profile } = openStored({ ...firstFacts, '["tenant"]': { header: "Host" }, '["operations","no.such"]': {} });
  expect(profile.read()).toEqual(openStored(firstFacts).profile.read());
});
