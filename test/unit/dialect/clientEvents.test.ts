import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import {
  type DialectRequest,
  type DialectResponse,
  notFoundResponse,
  startDialectService,
} from "../../support/dialect/dialectService.ts";
import { testDeadline } from "../../support/testDeadline.ts";

interface Said {
  readonly id?: string;
  readonly deployment: string;
  readonly timestamp: number;
  readonly severity: string;
  readonly msg: string;
}

const event = (index: number, id = true): Said => ({
  ...(id && { id: `ev-${index * 7}` }),
  deployment: "d",
  timestamp: 1_780_000_000 + Math.floor(index / 2),
  severity: "WARN",
  msg: `line ${index} ü`,
});
const events = (count: number, id = true) => Array.from({ length: count }, (_, index) => event(index, id));
const finished = { id: "d", name: "D", status: "FAILED", server_id: "s", version: "1" };

function serving(answer: (asked: DialectRequest) => DialectResponse) {
  return (asked: DialectRequest): DialectResponse => {
    if (asked.query.id !== "d") return notFoundResponse;
    if (asked.path === "deployment") return { body: finished };
    return asked.path === "deployment/events" ? answer(asked) : notFoundResponse;
  };
}

async function follow(answer: (asked: DialectRequest) => DialectResponse, after = 0) {
  const it = await startDialectService(serving(answer));
  const seen: [number, string | undefined][] = [];
  for await (const { sequence, message } of it.client.events("d", { after, signal: testDeadline() }))
    seen.push([sequence, message]);
  return { ...it, seen };
}

const numbered = (count: number, from = 0) =>
  Array.from({ length: count - from }, (_, index) => [from + index + 1, `line ${from + index} ü`]);
const sse = (all: readonly Said[]) => ({
  headers: { "content-type": "text/event-stream" },
  body: `: hello\n\n${all.map((one) => `id: ${one.id ?? ""}\ndata: ${JSON.stringify(one)}\n\n`).join("")}`,
});

describe("events of another service", () => {
  test.each([true, false])("are numbered in order of time, newest first or not (%s)", async (isReversed) => {
    const all = isReversed ? events(9).toReversed() : events(9);
    const { client } = await startDialectService(serving(() => ({ body: { data: all } })));
    const page = await client.call("deployment.events", { id: "d", limit: 4 });
    expect(page.items.map(({ sequence, message }) => [sequence, message])).toEqual(numbered(4));
    expect(page.items[0]).toMatchObject({ deploymentId: "d", level: "warning", at: "2026-05-28T20:26:40.000Z" });
    expect(page.nextCursor).toBe("4");
    const rest = await client.call("deployment.events", { id: "d", after: 4 });
    expect(rest.items.map(({ sequence }) => sequence)).toEqual([5, 6, 7, 8, 9]);
    expect(rest.nextCursor).toBeNull();
  });

  test("keep the service's numbers where they have no gap", async () => {
    const all = events(3, false).map((one, index) => ({ ...one, seq: index + 41 }));
    const { client } = await startDialectService(serving(() => ({ body: all })));
    const { items } = await client.call("deployment.events", { id: "d" });
    expect(items.map(({ sequence }) => sequence)).toEqual([41, 42, 43]);
  });

  const asLines = (all: readonly Said[]): DialectResponse => ({
    headers: { "content-type": "application/x-ndjson" },
    body: all.map((one) => JSON.stringify(one)).join("\n"),
  });
  test.each<[string, (asked: DialectRequest) => DialectResponse]>([
    ["as a list, and end with the deployment", () => ({ body: events(9) })],
    ["without ids or numbers", () => ({ body: events(9, false) })],
    ["as a stream of server-sent events", () => sse(events(9))],
    ["as one JSON value a line", () => asLines(events(9))],
  ])("come %s, each once", async (_, answer) => {
    const { seen } = await follow(answer);
    expect(seen).toEqual(numbered(9));
  });

  test("come on pages that go on after an id", async () => {
    const all = events(25);
    const { seen } = await follow(({ query }) => {
      const from = all.findIndex(({ id }) => id === query.after) + 1;
      return { body: { events: all.slice(from, from + 10), has_more: from + 10 < all.length } };
    });
    expect(seen).toEqual(numbered(25));
  });

  test.each([
    ["text/event-stream", (text: string) => `data: ${text}\n\n`],
    ["application/x-ndjson", (text: string) => `${text}\n`],
  ])("of a stream (%s) come without what is far too long or no event, several at once too", async (type, said) => {
    const [first, second, third] = events(3).map((one) => JSON.stringify(one));
    const long = JSON.stringify({ ...event(9), msg: "x".repeat(9 * 2 ** 20) });
    const body = ["null", "1", first, long, `[${second},${third}]`, "[]"].map((one) => said(one ?? "")).join("");
    const { seen } = await follow(() => ({ headers: { "content-type": type }, body }));
    expect(seen).toEqual(numbered(3));
  });

  test("go on after one that is known", async () => {
    const { seen } = await follow(() => ({ body: events(9) }), 6);
    expect(seen).toEqual(numbered(9, 6));
  });

  test("that happen while they are followed are asked for", async () => {
    let polls = 0;
    const { seen } = await follow(() => {
      polls += 1;
      return { body: events(Math.min(9, polls * 2)) };
    });
    expect(seen).toEqual(numbered(seen.length));
    expect(seen.length).toBeGreaterThan(2);
  });

  test("come of a stream that says something for ever as far as it came", async () => {
    async function* beats() {
      for (;;) yield await delay(10, ": still here\n\n");
    }
    const { client } = await startDialectService(serving(() => ({ ...sse(events(3)), continuation: beats() })));
    const read = async () => {
      const { items } = await client.call("deployment.events", { id: "d" }, { deadlineMs: 300 });
      return items.map(({ sequence, message }) => [sequence, message]);
    };
    // On a busy machine the deadline may be over before anything comes.
    await expect.poll(read).toEqual(numbered(3));
  });

  test("come of a stream that brings ever more until there are enough, each whole", async () => {
    async function* more() {
      for (let from = 3; ; from += 100) yield sse(Array.from({ length: 100 }, (_, index) => event(from + index))).body;
    }
    const { client } = await startDialectService(serving(() => ({ ...sse(events(3)), continuation: more() })));
    const { items } = await client.call("deployment.events", { id: "d", limit: 500 }, { deadlineMs: 60_000 });
    expect(items.map(({ sequence, message }) => [sequence, message])).toEqual(numbered(500));
  });

  test("are no longer waited for by who no longer wants them", async () => {
    const left = new AbortController();
    async function* beats() {
      left.abort();
      for (;;) yield await delay(10, ": still here\n\n");
    }
    const { client } = await startDialectService(serving(() => ({ ...sse(events(3)), continuation: beats() })));
    const read = client.call("deployment.events", { id: "d" }, { signal: left.signal });
    await expect(read).rejects.toMatchObject({ name: "AbortedError" });
  });

  test("are asked for a few times only where an end is never said, and again when they are read again", async () => {
    let count = 5;
    let turns = 0;
    const { client, asked } = await startDialectService(
      serving(({ query }) => {
        const from = Number(query.cursor?.split("-")[0] ?? 0);
        turns += 1;
        return {
          body: { events: events(count).slice(from, from + 2), next_cursor: `${Math.min(from + 2, count)}-${turns}` },
        };
      }),
    );
    const { items } = await client.call("deployment.events", { id: "d" });
    expect(items.map(({ sequence, message }) => [sequence, message])).toEqual(numbered(5));
    expect(asked.length).toBeLessThan(20);
    count = 7;
    const before = asked.length;
    const { items: more } = await client.call("deployment.events", { id: "d", after: 5 });
    expect(more.map(({ sequence, message }) => [sequence, message])).toEqual(numbered(7, 5));
    expect(asked.length - before).toBeLessThan(10);
  });

  test("are read in several calls where there are very many pages, each at its own cost", async () => {
    const all = events(700);
    const { client, asked } = await startDialectService(
      serving(({ query }) => {
        const from = Number(query.cursor ?? 0);
        return { body: { events: all.slice(from, from + 2), next_cursor: from + 2 < 700 ? String(from + 2) : null } };
      }),
    );
    const first = await client.call("deployment.events", { id: "d", limit: 1000 });
    expect(asked.length).toBeLessThanOrEqual(200);
    expect(first.items.length).toBeGreaterThan(0);
    expect(first.nextCursor).toBe(String(first.items.length));
    const seen: [number, string | undefined][] = [];
    for await (const { sequence, message } of client.list("deployment.events", { id: "d" }))
      seen.push([sequence, message]);
    expect(seen).toEqual(numbered(700));
  });

  test("that could be read are not lost with the page after them", async () => {
    const { client } = await startDialectService(
      serving(({ query }) => {
        const from = Number(query.cursor ?? 0);
        if (from === 6) return { status: 410, body: { error: "This page is gone." } };
        return { body: { events: events(9).slice(from, from + 2), next_cursor: String(from + 2) } };
      }),
    );
    const { items, nextCursor } = await client.call("deployment.events", { id: "d" });
    expect(items.map(({ sequence, message }) => [sequence, message])).toEqual(numbered(6));
    await expect(client.call("deployment.events", { id: "d", after: Number(nextCursor) })).rejects.toMatchObject({
      status: 410,
    });
  });

  test("of a service that has none end in words about it", async () => {
    const { client } = await startDialectService(({ path }) =>
      path === "deployment" ? { body: finished } : notFoundResponse,
    );
    await expect(client.call("deployment.events", { id: "d" })).rejects.toMatchObject({ code: "not_offered" });
    const read = async () => {
      for await (const _ of client.events("d", { signal: testDeadline() }));
    };
    await expect(read()).rejects.toMatchObject({ code: "not_offered" });
  });
});
