import { expect, test } from "vitest";
import {
  createCursorServers,
  createUpdateQueue,
  findCursorMcp,
} from "../../../../../src/extension/agents/model/cursorServers.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";

test("editors without the API of Cursor have none", () => {
  for (const editor of [{}, { cursor: {} }, { cursor: { mcp: { registerServer: 1 } } }])
    expect(findCursorMcp(editor)).toBeUndefined();
});

test("exactly the deployed servers are registered, by their URLs and without a token", () => {
  const calls: unknown[] = [];
  const mcp = {
    registerServer: (config: unknown) => void calls.push(config),
    unregisterServer: (name: string) => void calls.push(name),
  };
  const register = createCursorServers(requireValue(findCursorMcp({ cursor: { mcp } })));
  const [shop, moved, day] = [
    { label: "Shop", url: "http://127.0.0.1:1/mcp/a" },
    { label: "Shop", url: "http://127.0.0.1:2/mcp/a" },
    { label: "Day", url: "http://127.0.0.1:1/mcp/b" },
  ];
  register([shop]);
  register([shop, day]);
  register([moved, day]);
  register([]);
  expect(calls).toEqual([
    { name: "Shop", server: { url: shop.url } },
    { name: "Day", server: { url: day.url } },
    "Shop",
    { name: "Shop", server: { url: moved.url } },
    "Day",
    "Shop",
  ]);
});

test("a slow update ends before the next one, and a failed one is reported", async () => {
  const seen: unknown[] = [];
  const first = Promise.withResolvers<void>();
  let count = 0;
  const enqueue = createUpdateQueue(
    async () => {
      const number = ++count;
      if (number === 1) await first.promise;
      if (number === 2) throw new Error("offline");
      seen.push(number);
    },
    (error) => void seen.push(error),
  );
  const updates = [enqueue(), enqueue(), enqueue()];
  first.resolve();
  await Promise.all(updates);
  expect(seen).toEqual([1, new Error("offline"), 3]);
});
