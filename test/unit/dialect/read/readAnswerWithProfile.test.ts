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
const fleet = { ships, crews: [{ who: "Ann" }] };

describe("a recorded answer, read with a profile,", () => {
  test("has the items as they came and as they are read, the places, and what is not read", async () => {
    const reading = await readWithProfile(mapped, "servers.list", fleet);
    expect(reading.list).toEqual(["ships"]);
    expect(reading.items?.map(({ wire }) => wire)).toEqual(ships);
    expect(reading.items?.[0]?.wire).toBe(ships[0]);
    expect(reading.items?.map(({ item }) => [item?.id, item?.name, item?.status])).toEqual([
      ["s-1", "One", "ready"],
      ["s-2", "Two", { unknown: "SUNK" }],
    ]);
    expect(reading.fields).toEqual({
      id: { place: ["pk"], because: "synonym" },
      name: { place: ["moniker"], because: "profile" },
      status: { place: ["mood"], because: "profile" },
    });
    expect([reading.unread, reading.unknownStates]).toEqual([[["extra"]], ["SUNK"]]);
  });

  test("is read as calls read it", async () => {
    await using service = await startJsonService(({ path }) =>
      path.endsWith("/servers") ? { body: fleet } : undefined,
    );
    const profileStore = createMemoryProfileStore(mapped);
    const client = connectToService({ baseUrl: service.url, key: async () => "key_1", profileStore });
    const { items } = await client.call("servers.list", {});
    await client.close();
    const reading = await readWithProfile(mapped, "servers.list", fleet);
    expect(reading.items?.map(({ item }) => item)).toEqual(items);
  });

  test("leaves the profile as it is", async () => {
    const before = JSON.stringify(profile);
    await readWithProfile(profile, "servers.list", { data: [{ id: "1", type: "servers", attributes: { name: "A" } }] });
    expect(JSON.stringify(profile)).toBe(before);
  });

  test("without the list or the item has no items", async () => {
    expect(await readWithProfile(profile, "servers.list", fleet)).toMatchObject({ list: undefined, items: undefined });
    expect((await readWithProfile(profile, "project.get", "text")).items).toBeUndefined();
    expect((await readWithProfile(profile, "apiKeys.delete", {})).items).toBeUndefined();
  });

  test("has one item where the operation returns one", async () => {
    const reading = await readWithProfile(profile, "project.get", { data: { id: "p", name: "P" } });
    expect(reading.list).toBeUndefined();
    expect(reading.items).toMatchObject([{ wire: { id: "p" }, item: { id: "p", name: "P" } }]);
  });

  test("has no item for what nothing identifies", async () => {
    const reading = await readWithProfile(profile, "registry.versions", { items: [{ note: "a" }, { note: "b" }] });
    expect(reading.items?.map(({ item }) => item)).toEqual([undefined, undefined]);
  });
});
