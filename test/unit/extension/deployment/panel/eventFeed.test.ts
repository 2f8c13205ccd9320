import { describe, expect, test } from "vitest";
import type { ServiceClient } from "../../../../../src/client/client.ts";
import type { DeploymentEvent } from "../../../../../src/contract/deployments.ts";
import { createDeploymentEventRow, createEventFeed } from "../../../../../src/extension/deployment/panel/eventFeed.ts";
import type { RefusedHost } from "../../../../../src/extension/server/model/allowedHosts.ts";
import type { EventRow, EventStreamState } from "../../../../../src/webview/protocol/deploymentPanelMessages.ts";

const event = (sequence: number, change: Partial<DeploymentEvent> = {}): DeploymentEvent => ({
  ...{ deploymentId: "dep_1", sequence, at: "2026-01-01T00:00:00.000Z", level: "info", kind: "log" },
  ...{ message: `line ${sequence}`, data: null, ...change },
});

/** A feed of a client whose streams the test defines, in order. */
function createFeedFixture(...streams: ((after: number) => AsyncGenerator<DeploymentEvent, void>)[]) {
  const requestedAfters: number[] = [];
  const batches: (readonly EventRow[])[] = [];
  const states: EventStreamState[] = [];
  const failures: unknown[] = [];
  const refused: RefusedHost[] = [];
  const scheduledTasks: (() => void)[] = [];
  const ended = Promise.withResolvers<void>();
  const events: ServiceClient["events"] = (_, { after = 0 }) => {
    requestedAfters.push(after);
    const next = streams.shift();
    if (!next) throw new Error("a stream too many");
    return next(after);
  };
  const feed = createEventFeed({
    client: { events },
    ...{ deploymentId: "dep_1", after: 0 },
    post: (rows) => void batches.push(rows),
    onStreamState: (state) => {
      states.push(state);
      if (state === "ended") ended.resolve();
    },
    onEvent: () => {},
    onRefusedHost: (host) => void refused.push(host),
    onFailure: (error) => void failures.push(error),
    later: (_, work) => {
      scheduledTasks.push(work);
      work();
      return () => {};
    },
  });
  return {
    feed,
    requestedAfters,
    batches,
    states,
    failures,
    refused,
    ended: ended.promise,
    rows: () => batches.flat(),
  };
}

async function* lines(from: number, count: number, error?: Error) {
  for (let sequence = from; sequence < from + count; sequence += 1) yield event(sequence);
  if (error) throw error;
}

describe("the events of a page", () => {
  test("are posted in few messages of limited size, in order and complete", async () => {
    const fixture = createFeedFixture((after) => lines(after + 1, 50_000));
    fixture.feed.start();
    await fixture.ended;
    expect(fixture.rows().map(([sequence]) => sequence)).toEqual(Array.from({ length: 50_000 }, (_, at) => at + 1));
    expect(Math.max(...fixture.batches.map(({ length }) => length))).toBeLessThanOrEqual(2000);
    expect(fixture.batches.length).toBeLessThan(200);
  });

  test("report each host that the server may not connect to", async () => {
    async function* refusals() {
      yield event(1, { level: "warning", data: { refusedHost: "a.example.com:443", reason: "inner" } });
      yield event(2, { data: { refusedHost: "no host" } });
    }
    const fixture = createFeedFixture(refusals);
    fixture.feed.start();
    await fixture.ended;
    expect(fixture.refused).toEqual([{ host: "a.example.com:443", isInner: true }]);
    expect(fixture.rows()).toHaveLength(2);
  });

  test("continue after a failure, without gap or repeat", async () => {
    const fixture = createFeedFixture(
      (after) => lines(after + 1, 10, new Error("the service is gone")),
      (after) => lines(after + 1, 5),
    );
    fixture.feed.start();
    await fixture.ended;
    expect(fixture.requestedAfters).toEqual([0, 10]);
    expect(fixture.rows().map(([sequence]) => sequence)).toEqual(Array.from({ length: 15 }, (_, at) => at + 1));
    expect(fixture.states).toEqual(["reading", "reconnecting", "reading", "ended"]);
    expect(fixture.failures).toHaveLength(1);
  });

  test("are not read again after the last one unless requested", async () => {
    const fixture = createFeedFixture(
      (after) => lines(after + 1, 2),
      (after) => lines(after + 1, 1),
    );
    fixture.feed.start();
    await fixture.ended;
    await Promise.resolve();
    expect(fixture.requestedAfters).toEqual([0]);
    fixture.feed.start();
    await expect.poll(() => fixture.rows().length).toBe(3);
    expect(fixture.requestedAfters).toEqual([0, 2]);
  });

  test("are not posted after the feed is stopped", async () => {
    const fixture = createFeedFixture(async function* () {
      yield event(1);
      fixture.feed.stop();
      yield event(2);
    });
    fixture.feed.start();
    await expect.poll(() => fixture.states.length).toBe(1);
    expect(fixture.batches).toEqual([]);
  });
});

describe("an event row", () => {
  test("has no control characters, and its data as JSON", () => {
    const message = "\u001b[31mred\u001b[0m\r\nnext\u0007\u0000 line";
    expect(createDeploymentEventRow(event(1, { message, data: { a: "\u001b" } }))).toEqual([
      ...[1, "2026-01-01T00:00:00.000Z", "info", "log", "red\nnext line"],
      JSON.stringify({ a: "\u001b" }, null, 2),
    ]);
  });

  test("is truncated if it is very long, with the number of omitted characters", () => {
    const [, , , , message, data] = createDeploymentEventRow(
      event(1, { message: "x".repeat(20_000), data: { long: "y".repeat(20_000) } }),
    );
    expect(message).toMatch(/^x{16000}… \(4000 more characters\)$/);
    expect(data?.length).toBeLessThan(16_100);
  });
});
