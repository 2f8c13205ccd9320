import { describe, expect, test, vi } from "vitest";
import { type DialectProfile, unknownProfile } from "../../../../../src/contract/dialectProfile.ts";
import type { Memory } from "../../../../../src/extension/base/ports.ts";
import { openConnectionProfile } from "../../../../../src/extension/connection/model/connectionProfile.ts";
import { createConnectionProfiles } from "../../../../../src/extension/connection/model/connectionProfiles.ts";
import type { UnknownRecord } from "../../../../../src/text/record.ts";
import { createEvidence, briefProfile as learned } from "../../../../support/dialect/learnedProfile.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";

const evidence = createEvidence();
const openProfile = (memory: Memory) => openConnectionProfile(memory, "one", { writeDelayMs: 1 });
describe("learned facts", () => {
  test("are empty at first, and are restored when the connection is opened again", async () => {
    const memory = createMapMemory();
    const profileStore = openProfile(memory);
    expect(profileStore.read()).toEqual(unknownProfile);
    profileStore.save(learned);
    profileStore.saveEvidence("servers.list", evidence);
    await profileStore.flush();
    const again = openProfile(memory);
    expect([again.read(), again.evidence()]).toEqual([learned, { "servers.list": evidence }]);
    expect(openConnectionProfile(memory, "another").read()).toEqual(unknownProfile);
  });

  test("fire once per change", () => {
    const profileStore = openProfile(createMapMemory());
    const listener = vi.fn();
    profileStore.onChange(listener);
    profileStore.save(learned);
    profileStore.save(structuredClone(learned));
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test("of 43 operations are written in a few sequential writes, the newest last", async () => {
    let underWay = 0;
    let most = 0;
    const written: unknown[] = [];
    const memory: Memory = {
      read: () => undefined,
      write: async (_scope, _name, value) => {
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise(setImmediate);
        written.push(value);
        underWay -= 1;
      },
    };
    const profileStore = openProfile(memory);
    for (let count = 0; count < 43; count += 1) {
      profileStore.save({ ...learned, kinds: { server: { words: [`word ${count}`] } } });
      if (count % 20 === 0) await new Promise(setImmediate);
    }
    await profileStore.flush();
    expect(most).toBe(1);
    expect(written.length).toBeLessThan(5);
    expect(written.at(-1)).toMatchObject({ profile: { kinds: { server: { words: ["word 42"] } } } });
  });

  test("are removed with their connection, including pending writes", async () => {
    const memory = createMapMemory();
    const profiles = createConnectionProfiles(memory);
    const connection = { id: "one", kind: "remote" } as const;
    const profileStore = profiles.of(connection);
    profileStore.save(learned);
    await profileStore.flush();
    await profileStore.setAsksBeforeChanges(false);
    profileStore.save({ ...learned, format: "form" });
    await profiles.clear("one");
    await profileStore.flush();
    expect(memory.values.size).toBe(0);
    expect(profiles.of(connection).read()).toEqual(unknownProfile);
  });

  test("of a draft are stored with the connection that it becomes", async () => {
    const memory = createMapMemory();
    const profiles = createConnectionProfiles(memory);
    const draft = profiles.draft();
    draft.save(learned);
    draft.saveEvidence("servers.list", evidence);
    await draft.flush();
    expect(memory.values.size).toBe(0);
    profiles.adopt({ id: "one", kind: "remote" }, draft);
    await profiles.flush();
    expect([openProfile(memory).read(), openProfile(memory).evidence()]).toEqual([
      learned,
      { "servers.list": evidence },
    ]);
  });

  test("that are invalid are dropped with a line in the log, and valid ones stay", () => {
    const memory = createMapMemory();
    const warning = vi.fn();
    const broken = { "servers.list": { outcome: "surprised" }, "no.such": evidence, "project.get": evidence };
    memory.write("user", "dialect.learned:one", { profile: { version: 7 }, evidence: broken });
    memory.write("user", "dialect.said:one", { '["credential"]': { header: "" } });
    const profileStore = openConnectionProfile(memory, "one", { log: { warning } });
    expect([profileStore.read(), profileStore.evidence()]).toEqual([unknownProfile, { "project.get": evidence }]);
    expect(warning.mock.calls.map(([line]) => line)).toEqual([
      "The stored data of the dialect is invalid and was removed: it is learned again.",
      "The stored data of the evidence of servers.list is invalid and was removed: it is learned again.",
      "The stored data of the evidence of no.such is invalid and was removed: it is learned again.",
      "The stored data of your changes of the profile is invalid and was removed: it is learned again.",
    ]);
  });

  test.each([null, 5, "text", [], { profile: [] }, { evidence: 3 }])(
    "that are stored as %j are learned again",
    (stored) => {
      const memory = createMapMemory();
      memory.write("user", "dialect.learned:one", stored);
      memory.write("user", "dialect.said:one", stored);
      expect(openProfile(memory).read()).toEqual(unknownProfile);
    },
  );
});

describe("facts that the user set", () => {
  const corrected: DialectProfile = {
    ...learned,
    operations: {
      ...learned.operations,
      "servers.list": { list: "$.result", fields: { id: "$.uuid", name: "$.label" } },
    },
  };

  test("take precedence over learned facts, also in the next window", async () => {
    const memory = createMapMemory();
    const profileStore = openProfile(memory);
    profileStore.save(learned);
    profileStore.replace(corrected);
    expect(profileStore.read()).toEqual(corrected);
    profileStore.save({ ...learned, operations: { "servers.list": { list: "$.items", fields: { id: "$.id" } } } });
    await profileStore.flush();
    const expected = { list: "$.result", fields: { id: "$.id", name: "$.label" } };
    expect(profileStore.read().operations).toEqual({ "servers.list": expected });
    expect(openProfile(memory).read().operations).toEqual({ "servers.list": expected });
  });

  test("do not prevent other facts from being learned", () => {
    const profileStore = openProfile(createMapMemory());
    profileStore.save(learned);
    profileStore.replace(corrected);
    profileStore.save({ ...profileStore.read(), credential: { header: "Authorization", scheme: "Token" } });
    expect(profileStore.read().credential).toEqual({ header: "Authorization", scheme: "Token" });
    expect(profileStore.read().operations).toEqual(corrected.operations);
  });

  test("stay when another fact is set later", () => {
    const profileStore = openProfile(createMapMemory());
    profileStore.save(learned);
    profileStore.replace(corrected);
    profileStore.save({ ...profileStore.read() });
    profileStore.replace({ ...profileStore.read(), credential: { header: "X-Key" } });
    profileStore.save(learned);
    expect(profileStore.read()).toEqual({ ...corrected, credential: { header: "X-Key" } });
  });

  test("about the words for one resource leave those for others to be learned", () => {
    const profileStore = openProfile(createMapMemory());
    const droplet = { words: ["droplet"] };
    profileStore.save({ ...learned, kinds: { server: droplet } });
    profileStore.replace({ ...profileStore.read(), kinds: { server: { words: ["machine"] } } });
    profileStore.save({ ...learned, kinds: { server: droplet, skill: { words: ["recipe"] } } });
    expect(profileStore.read().kinds).toEqual({ server: { words: ["machine"] }, skill: { words: ["recipe"] } });
  });

  test("can be removed, and are then learned again", () => {
    const profileStore = openProfile(createMapMemory());
    profileStore.save(learned);
    profileStore.replace(corrected);
    profileStore.replace({ ...corrected, operations: {} });
    expect(profileStore.read()).toEqual({ ...learned, operations: {} });
    profileStore.save(learned);
    expect(profileStore.read()).toEqual(learned);
  });

  test("are refused as a whole if the profile is invalid", () => {
    const profileStore = openProfile(createMapMemory());
    profileStore.save(learned);
    const invalid = { ...corrected, query: { edition: "3" }, preset: "" };
    expect(() => profileStore.replace(invalid)).toThrow("The profile was not changed. preset: ");
    expect(profileStore.read()).toEqual(learned);
  });

  test("stay when what answers have shown is cleared", () => {
    const profileStore = openProfile(createMapMemory());
    profileStore.save(learned);
    profileStore.replace(corrected);
    profileStore.saveEvidence("servers.list", evidence);
    profileStore.clearReadings();
    expect(profileStore.evidence()).toEqual({});
    expect(profileStore.read()).toEqual(corrected);
  });

  test("do not include the dialect `unknown`, which starts a new detection", () => {
    const profileStore = openProfile(createMapMemory());
    profileStore.save(learned);
    profileStore.replace({ ...learned, dialect: "unknown" });
    expect(profileStore.read().dialect).toBe("unknown");
    profileStore.save({ ...profileStore.read(), dialect: "other" });
    expect(profileStore.read().dialect).toBe("other");
  });

  test("of two windows are merged, and a removed one stays removed", async () => {
    const memory = createMapMemory();
    const [one, other] = [openProfile(memory), openProfile(memory)];
    for (const profileStore of [one, other]) profileStore.save(learned);
    one.replace(corrected);
    await one.flush();
    other.replace({ ...learned, credential: { header: "X-Key" } });
    await other.flush();
    const both = { ...corrected, credential: { header: "X-Key" } };
    expect([other.read(), openProfile(memory).read()]).toEqual([both, both]);
    other.replace({ ...both, operations: {} });
    await other.flush();
    one.replace({ ...one.read(), errors: { message: "$.why" } });
    one.save(learned);
    expect(one.read()).toEqual({ ...learned, credential: { header: "X-Key" }, errors: { message: "$.why" } });
  });

  test("are merged although they are not written yet", async () => {
    for (const profileStore of [openProfile(createMapMemory()), createConnectionProfiles(createMapMemory()).draft()]) {
      profileStore.save(learned);
      profileStore.replace(corrected);
      profileStore.replace({ ...corrected, credential: { header: "X-Key" } });
      await profileStore.flush();
      profileStore.replace({ ...profileStore.read(), errors: { message: "$.why" } });
      profileStore.save(learned);
      expect(profileStore.read()).toEqual({
        ...corrected,
        credential: { header: "X-Key" },
        errors: { message: "$.why" },
      });
    }
  });

  test("in one window survive facts that another window learns", async () => {
    const memory = createMapMemory();
    const [one, other] = [openProfile(memory), openProfile(memory)];
    one.save(learned);
    one.replace(corrected);
    await one.flush();
    other.save({ ...learned, format: "form" });
    await other.flush();
    expect(openProfile(memory).read()).toEqual({ ...corrected, format: "form" });
  });
});

describe("samples", () => {
  const readSamples = (...lists: readonly (readonly UnknownRecord[])[]) => {
    const profileStore = openProfile(createMapMemory());
    for (const items of lists) profileStore.saveSample?.("servers.list", items);
    return profileStore.samples()["servers.list"];
  };

  test.each(["id", "uuid", "uid", "sid", "guid", "_id", "key"])("have the newest item of each %s", (name) => {
    const items = [{ [name]: "a", n: 1 }, { [name]: 2 }];
    expect(readSamples(items, [{ [name]: "a", n: 2 }])).toEqual([{ [name]: 2 }, { [name]: "a", n: 2 }]);
  });

  test("have items without an id once", () => {
    expect(readSamples([{ n: 1 }, { id: null, n: 2 }], [{ n: 1 }])).toEqual([{ id: null, n: 2 }, { n: 1 }]);
  });

  test("are the last 200 items, and others are not read", () => {
    const unread = { toJSON: () => expect.unreachable() };
    const items = Array.from({ length: 200 }, (_, n) => ({ n }));
    expect(readSamples([{ n: -1 }], [unread, ...items])).toEqual(items);
  });
});
