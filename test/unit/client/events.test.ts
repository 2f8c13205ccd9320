import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EventFollowState } from "../../../src/client/client.ts";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { type EventService, type StreamStep, startEventService } from "../../support/client/eventService.ts";
import { startScriptedClient } from "../../support/client/scriptedClient.ts";
import { createTestClock } from "../../support/client/testClock.ts";
import { formatHttpResponse } from "../../support/network/rawServer.ts";
import { testDeadline } from "../../support/testDeadline.ts";

async function follow(count: number, steps: readonly StreamStep[], after?: number) {
  const service = await startEventService(count, steps);
  const clock = createTestClock();
  const client = createServiceClient({ baseUrl: service.url, key: async () => "flk_a", clock, random: () => 0.5 });
  const states: EventFollowState[] = [];
  const seen: number[] = [];
  const options = { signal: testDeadline(), onState: (state: EventFollowState) => states.push(state) };
  try {
    for await (const event of client.events("dep_1", after === undefined ? options : { ...options, after })) {
      expect(event.message).toBe(`line ${event.sequence} ü\n`);
      seen.push(event.sequence);
    }
    return { seen, states, requests: service.requests, waits: clock.waits };
  } finally {
    await client.close();
    await service.close();
  }
}

const upTo = (count: number, after = 0) => Array.from({ length: count - after }, (_, index) => after + index + 1);

describe("the events of a deployment", () => {
  const broken: StreamStep = { take: 0, end: "reset" };
  const busy: StreamStep = { take: 0, end: "busy" };
  test.each<[string, number, readonly StreamStep[], Partial<Awaited<ReturnType<typeof follow>>>, after?: number]>([
    [
      "are streamed until the deployment ends",
      20,
      [],
      { states: ["live"], requests: ["stream 0", "status", "list 20"] },
    ],
    ["start after the last known event", 20, [], { requests: ["stream 12", "status", "list 20"] }, 12],
    ["continue after a broken stream", 9, [{ take: 4, end: "reset" }], { states: ["live", "reconnecting", "live"] }],
    ["missing from a stream are read from the list", 30, [{ take: 30, skip: 4, end: "reset" }], {}],
    [
      "received twice are returned once",
      10,
      [
        { take: 5, end: "reset" },
        { take: 5, repeat: 3, end: "close" },
      ],
      {},
    ],
    ["are polled if the service answers JSON", 25, [{ take: 0, end: "json" }], { states: ["polling"] }],
    ["are polled if the service does not stream", 25, [{ take: 0, end: "refused" }], { states: ["polling"] }],
    ["are requested again after growing delays", 3, [busy, busy, { take: 3, end: "close" }], { waits: [500, 1000] }],
  ])("%s", async (_, count, steps, expected, after) => {
    const { seen, ...followed } = await follow(count, steps, after);
    expect(seen).toEqual(upTo(count, after));
    expect(followed).toMatchObject(expected);
  });

  test("continue where a stream broke, and are polled if streams break repeatedly", async () => {
    const { requests } = await follow(9, [{ take: 4, end: "reset" }]);
    expect(requests.slice(0, 2)).toEqual(["stream 0", "stream 4"]);
    const { seen, states } = await follow(8, [broken, broken, broken, broken]);
    expect([seen, states.at(-1)]).toEqual([upTo(8), "polling"]);
  });

  test("that are invalid end the stream with an error", async () => {
    await expect(follow(5, [{ take: 2, end: "nonsense" }])).rejects.toThrow(
      /the stream holds something that is no event/,
    );
  });

  test("are returned once and in order for any behaviour of streams", async () => {
    const step = fc.record({
      take: fc.integer({ min: 0, max: 12 }),
      skip: fc.integer({ min: 2, max: 5 }),
      repeat: fc.integer({ min: 0, max: 4 }),
      end: fc.constantFrom("close", "reset", "busy"),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 40 }), fc.array(step, { maxLength: 6 }), async (count, steps) => {
        expect((await follow(count, steps)).seen).toEqual(upTo(count));
      }),
      { numRuns: 40 },
    );
  });
});

describe("an event subscription", () => {
  async function withOpenStream(
    run: (client: ReturnType<typeof createServiceClient>, service: EventService) => Promise<void>,
  ) {
    const service = await startEventService(3, [{ take: 3, end: "open" }]);
    const client = createServiceClient({ baseUrl: service.url, key: async () => "flk_a" });
    await run(client, service);
    await client.close();
    await service.close();
  }

  test("ends without an error when it is aborted", async () => {
    await withOpenStream(async (client) => {
      const cancel = new AbortController();
      for await (const event of client.events("dep_1", { signal: cancel.signal })) {
        if (event.sequence < 3) continue;
        cancel.abort();
      }
      expect(cancel.signal.aborted).toBe(true);
    });
  });

  test("closes the connection when the reader stops", async () => {
    await withOpenStream(async (client, service) => {
      for await (const event of client.events("dep_1", { signal: new AbortController().signal })) {
        if (event.sequence === 2) break;
      }
      expect(service.requests).toEqual(["stream 0"]);
    });
  });

  test("of an unreachable service fails with NetworkError", async () => {
    const client = createServiceClient({
      baseUrl: "http://127.0.0.1:1",
      key: async () => "flk_a",
      clock: createTestClock(),
    });
    const events = client.events("dep_1", { signal: new AbortController().signal });
    await expect(events.next()).rejects.toMatchObject({ name: "NetworkError" });
    await client.close();
  });
});

test("a very long Retry-After ends the subscription with the error after one request", async () => {
  const clock = createTestClock();
  await using fixture = await startScriptedClient(
    (socket) => socket.write(formatHttpResponse(503, "", { "retry-after": "9999999" })),
    {
      clock,
    },
  );
  const following = fixture.client.events("dep_1", { signal: testDeadline() }).next();
  await expect(following).rejects.toMatchObject({ name: "ServiceError", status: 503 });
  expect(fixture.waits).toHaveLength(0);
  expect(fixture.server.requests).toHaveLength(1);
});
