import { expect, test } from "vitest";
import type { Listing } from "../../../../src/dialect/dialect.ts";
import { createListings } from "../../../../src/dialect/list/listing.ts";
import { keyOf } from "../../../../src/dialect/read/itemKey.ts";
import { startDialectService } from "../../../support/dialect/dialectService.ts";

function pageOf(count: number): NonNullable<Listing["ahead"]>["page"] {
  const items = Array.from({ length: count }, (_, index) => ({ id: `p-${index}` }));
  return {
    ...{ items, given: items },
    seen: { json: items, headers: {}, list: [], items },
    shown: { fields: {}, unknown: [], unsaid: [], states: [] },
  };
}

test("long pages are kept for the two lists only that were read last", () => {
  const listings = createListings();
  const all = [0, 1, 2, 3].map((index) => {
    const listing = listings.begin();
    listing.ahead = { at: `${index}`, page: pageOf(5000) };
    return listing;
  });
  expect(all.map(({ ahead }) => ahead?.at)).toEqual([undefined, undefined, "2", "3"]);
});

test("short pages are kept for all lists that are being read", () => {
  const listings = createListings();
  const all = [0, 1, 2, 3].map((index) => {
    const listing = listings.begin();
    listing.ahead = { at: `${index}`, page: pageOf(20) };
    return listing;
  });
  expect(all.map(({ ahead }) => ahead?.at)).toEqual(["0", "1", "2", "3"]);
});

test("what was kept of a list is let go when the list has ended", () => {
  const listings = createListings();
  const listing = listings.begin();
  listing.handedOut.set("p-0", 0);
  listing.ahead = { at: "0", page: pageOf(1) };
  listings.end(listing);
  expect(listing.ahead).toBeUndefined();
  expect(listings.goOn(listing.number).handedOut.size).toBe(0);
});

test("an item without an id is told from others by few letters", () => {
  const long = { message: "x".repeat(100_000) };
  expect(keyOf(long)).toBe(keyOf({ ...long }));
  expect(keyOf(long)).not.toBe(keyOf({ message: `${long.message}y` }));
  expect(keyOf(long).length).toBeLessThan(80);
});

test("three long lists that are read by turns are each whole", async () => {
  const all = Array.from({ length: 3000 }, (_, index) => ({
    id: `p-${index}`,
    name: `Project ${index}`,
    slug: `${index}`,
  }));
  const { client } = await startDialectService(() => ({ body: { projects: all } }));
  const readings = [0, 1, 2].map(() => client.list("projects.list", { limit: 500 })[Symbol.asyncIterator]());
  const ids: string[][] = [[], [], []];
  for (let index = 0; index < all.length; index += 1)
    for (const [at, reading] of readings.entries()) {
      const { value } = await reading.next();
      ids[at]?.push(String(value?.id));
    }
  for (const one of ids) expect(one).toEqual(all.map(({ id }) => id));
}, 20_000);
