import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../../src/contract/dialectProfile.ts";
import { connectToService, readWithProfile } from "../../../../src/dialect/connect.ts";
import { createMemoryProfileStore } from "../../../support/dialect/dialectContext.ts";
import { startJsonService } from "../../../support/services/jsonService.ts";

const profile: DialectProfile = { version: 2, dialect: "other", operations: {} };
const mapped: DialectProfile = {
  ...profile,
  operations: { "servers.list": { list: "$.ships", fields: { name: "$.moniker", status: "$.mood" } } },
  kinds: { server: { states: [{ when: { "$.mood": "AFLOAT" }, is: "ready" }] } },
};
const ships = [
  { pk: "s-1", moniker: "One", mood: "AFLOAT", extra: 1 },
  { pk: "s-2", moniker: "Two", mood: "SUNK" },
];

describe("recorded items, read with a profile,", () => {
  test("are read as calls read them, with the places of their fields", async () => {
    const answer = { ships, crews: [{ who: "Ann" }] };
    await using service = await startJsonService(({ path }) =>
      path.endsWith("/servers") ? { body: answer } : undefined,
    );
    const profileStore = createMemoryProfileStore(mapped);
    const client = connectToService({ baseUrl: service.url, key: async () => "key_1", profileStore });
    const { items } = await client.call("servers.list", {});
    await client.close();
    const reading = await readWithProfile(mapped, "servers.list", ships);
    expect(reading.items).toEqual(items);
    expect(items.map(({ id, name, status }) => [id, name, status])).toEqual([
      ["s-1", "One", "ready"],
      ["s-2", "Two", { unknown: "SUNK" }],
    ]);
    expect(reading.fields).toEqual({
      id: { place: ["pk"], because: "synonym" },
      name: { place: ["moniker"], because: "profile" },
      status: { place: ["mood"], because: "profile" },
    });
  });

  test("are undefined where nothing identifies them, and leave the profile as it is", async () => {
    const before = JSON.stringify(profile);
    const { items } = await readWithProfile(profile, "registry.versions", [{ note: "a" }, { note: "b" }]);
    expect([items, JSON.stringify(profile)]).toEqual([[undefined, undefined], before]);
  });
});
