import { expect, test } from "vitest";
import { projectResponse, startScriptedClient } from "../../support/client/scriptedClient.ts";
import { formatHttpResponse } from "../../support/network/rawServer.ts";

/** Pages of two items; the cursor is the number of the next page. */
function pages(count: number, last: string | null) {
  return (target: string) => {
    const number = Number(new URL(target, "http://none").searchParams.get("cursor") ?? 0);
    const items = [0, 1].map((index) => ({ ...projectResponse, id: `prj_${number * 2 + index}` }));
    return formatHttpResponse(200, { items, nextCursor: number + 1 < count ? String(number + 1) : last });
  };
}

test("a list returns the items of all pages, with one filtered request for each page", async () => {
  const answer = pages(3, null);
  await using fixture = await startScriptedClient((socket, { target }) => socket.write(answer(target)));
  const ids: string[] = [];
  for await (const { id } of fixture.client.list("projects.list", { q: "x", limit: 2 })) ids.push(id);
  expect(ids).toEqual(["prj_0", "prj_1", "prj_2", "prj_3", "prj_4", "prj_5"]);
  expect(fixture.server.requests.map((request) => request.target.split("?")[1])).toEqual([
    "q=x&limit=2",
    "q=x&limit=2&cursor=1",
    "q=x&limit=2&cursor=2",
  ]);
});

test("a page is requested only after all items of the previous one are read", async () => {
  const answer = pages(3, null);
  await using fixture = await startScriptedClient((socket, { target }) => socket.write(answer(target)));
  for await (const { id } of fixture.client.list("projects.list", {})) if (id === "prj_1") break;
  expect(fixture.server.requests).toHaveLength(1);
});

test("a repeated cursor is an error", async () => {
  const answer = pages(3, "1");
  await using fixture = await startScriptedClient((socket, { target }) => socket.write(answer(target)));
  const read = async () => {
    for await (const _ of fixture.client.list("projects.list", {}));
  };
  await expect(read()).rejects.toThrow(/repeats the page after 1, so the list would never end/);
  expect(fixture.server.requests).toHaveLength(3);
});

test("an empty cursor ends a list", async () => {
  const answer = pages(1, "");
  await using fixture = await startScriptedClient((socket, { target }) => socket.write(answer(target)));
  let count = 0;
  for await (const _ of fixture.client.list("projects.list", {})) count += 1;
  expect(count).toBe(2);
});

/** A service that always has a next page. */
function endless(size: number) {
  return (target: string) => {
    const number = Number(new URL(target, "http://none").searchParams.get("cursor") ?? 0);
    const items = Array.from({ length: size }, (_, index) => ({ ...projectResponse, id: `prj_${number}_${index}` }));
    return formatHttpResponse(200, { items, nextCursor: String(number + 1) });
  };
}

async function readUntilError(list: AsyncIterable<unknown>): Promise<{ count: number; error: unknown }> {
  let count = 0;
  try {
    for await (const _ of list) count += 1;
  } catch (error) {
    return { count, error };
  }
  throw new Error("The list ended.");
}

test("a list that never ends fails at 50,000 items, after they were returned", async () => {
  const answer = endless(5000);
  await using fixture = await startScriptedClient((socket, { target }) => socket.write(answer(target)));
  const { count, error } = await readUntilError(fixture.client.list("projects.list", {}));
  expect(count).toBe(50_000);
  expect(error).toMatchObject({ name: "ListTooLongError", operation: "projects.list" });
  expect(String(error)).toMatch(
    /Could not list projects at .*: the list goes on after 50000 items, so the rest is not/,
  );
});

test("a list of empty pages that never ends fails at 5,000 pages", async () => {
  const answer = endless(0);
  await using fixture = await startScriptedClient((socket, { target }) => socket.write(answer(target)));
  const { error } = await readUntilError(fixture.client.list("projects.list", {}));
  expect(error).toMatchObject({ name: "ListTooLongError", message: expect.stringContaining("after 5000 pages") });
});

test("a list whose pages take long fails after five minutes of reading", async () => {
  let now = 0;
  const answer = endless(1);
  const clock = { now: () => now, wait: async () => {} };
  await using fixture = await startScriptedClient(
    (socket, { target }) => {
      now += 20_000;
      socket.write(answer(target));
    },
    { clock },
  );
  const { count, error } = await readUntilError(fixture.client.list("projects.list", {}));
  expect(count).toBe(15);
  expect(error).toMatchObject({ name: "ListTooLongError", message: expect.stringContaining("after 5 minutes") });
});
