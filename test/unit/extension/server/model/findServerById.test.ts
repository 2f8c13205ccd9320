import { expect, test } from "vitest";
import type { ServiceClient } from "../../../../../src/client/client.ts";
import { unprovenEnd } from "../../../../../src/contract/operation.ts";
import { findServerById } from "../../../../../src/extension/server/model/readServer.ts";

const find = (items: readonly object[], nextCursor: string | null) =>
  findServerById({ call: async () => ({ items, nextCursor }) } as unknown as ServiceClient, "s");

test("a server that no list shows is gone only if the list was read to its end", async () => {
  expect(await find([{ id: "s" }], null)).toEqual({ id: "s" });
  expect(await find([{ id: "other" }], null)).toBe("gone");
  expect(await find([{ id: "other" }], unprovenEnd)).toBeUndefined();
});
