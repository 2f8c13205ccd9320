import { expect, test } from "vitest";
import type { DialectProfile } from "../../../../../src/contract/dialectProfile.ts";
import { createConnectionProfiles } from "../../../../../src/extension/connection/model/connectionProfiles.ts";
import {
  applyContactChoices,
  createContactProfile,
} from "../../../../../src/extension/connection/model/contactChoices.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";

const other: DialectProfile = {
  version: 2,
  dialect: "other",
  ...{ credential: { header: "X-API-Key" }, headers: { "X-One": "1" }, operations: {} },
};
const connection = { id: "c-1", kind: "remote" } as const;

test("choices override a profile part by part", () => {
  const choices = { credential: { header: "X-Two" }, headers: { "X-Two": "2" } };
  const headers = { "X-One": "1", "X-Two": "2" };
  expect(applyContactChoices(other, choices)).toEqual({ ...other, ...choices, headers });
});

test("an imported profile replaces the known one", () => {
  const imported: DialectProfile = { version: 2, dialect: "other", kinds: {}, operations: {} };
  expect(applyContactChoices(other, { imported })).toEqual(imported);
});

test.each<[string, DialectProfile["dialect"], Parameters<typeof createContactProfile>[1], DialectProfile["dialect"]]>([
  ["of another service", "other", {}, "unknown"],
  ["of our own service", "contract", {}, "contract"],
  ["of our own service behind another header", "contract", { credential: { header: "X-Two" } }, "unknown"],
])("the dialect %s is found again where it may differ", (_what, dialect, choices, expected) => {
  expect(createContactProfile({ version: 2, dialect, operations: {} }, choices).dialect).toBe(expected);
});

test("a draft is verified with the choices, and its connection stores them as facts of the user", async () => {
  const memory = createMapMemory();
  const profiles = createConnectionProfiles(memory, { writeDelayMs: 0 });
  const choices = { credential: { header: "X-Two" } };
  const draft = profiles.draft(undefined, choices);
  expect(draft.read().credential).toEqual({ header: "X-Two" });
  expect(memory.values.size).toBe(0);
  draft.save({ ...draft.read(), dialect: "other", preset: "hal" });
  profiles.adopt(connection, draft, choices);
  await profiles.flush();
  expect([...memory.values].filter(([name]) => name.includes("said")).join()).toMatch(/credential.*X-Two/);
  // What is learned later never replaces it.
  const profile = profiles.of(connection);
  profile.save({ ...profile.read(), credential: { header: "X-Learned" } });
  expect(profile.read()).toMatchObject({ dialect: "other", credential: { header: "X-Two" }, preset: "hal" });
});

test("an older choice gives way to what the service accepted", () => {
  const profiles = createConnectionProfiles(createMapMemory(), { writeDelayMs: 0 });
  const profile = profiles.of(connection);
  profile.replace(other);
  const draft = profiles.draft(connection);
  draft.save({ ...draft.read(), dialect: "other", credential: { header: "X-Accepted" } });
  profiles.adopt(connection, draft);
  expect(profile.read().credential).toEqual({ header: "X-Accepted" });
});
