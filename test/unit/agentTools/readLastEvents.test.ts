import { describe, expect, test } from "vitest";
import { readLastEvents } from "../../../src/agentTools/eventTools.ts";
import type { DeploymentEvent } from "../../../src/contract/deployments.ts";

const event = (sequence: number, level: DeploymentEvent["level"]): DeploymentEvent => {
  const at = "2026-01-01T00:00:00Z";
  return { deploymentId: "dep_1", sequence, at, level, kind: "log", message: `line ${sequence}`, data: null };
};

/** A log that returns events as the service does, and records its requests. */
function logOf(events: readonly DeploymentEvent[]) {
  const requests: number[] = [];
  const read = async (after: number, limit: number) => {
    requests.push(limit);
    const from = events.findIndex(({ sequence }) => sequence > after);
    return from < 0 ? [] : events.slice(from, from + limit);
  };
  return { requests, read };
}

const all = { before: undefined, suits: () => true };
const sequences = (events: readonly DeploymentEvent[]) => events.map(({ sequence }) => sequence);

describe("the last events", () => {
  const long = logOf(
    Array.from({ length: 100_000 }, (_, index) => event(index + 1, index === 90_000 ? "error" : "info")),
  );

  test.each([1, 999, 1000, 1001, 4000, 12_345])("are read at the end of a log of %i", async (length) => {
    const log = logOf(Array.from({ length }, (_, index) => event(index + 1, "info")));
    const { events, searched } = await readLastEvents({ ...all, read: log.read, count: 3 });
    expect(sequences(events)).toEqual([length - 2, length - 1, length].filter((sequence) => sequence > 0));
    expect(searched).toBe(Math.max(0, length - 3));
  });

  test("of 100,000 need few requests", async () => {
    const { requests, read } = long;
    const { events } = await readLastEvents({ ...all, read, count: 50 });
    expect(sequences(events).at(-1)).toBe(100_000);
    expect(requests.length).toBeLessThan(16);
  });

  test("of a rare kind are searched further back, and the result states how far", async () => {
    const errors = { read: long.read, count: 2, suits: ({ level }: DeploymentEvent) => level === "error" };
    const near = await readLastEvents({ ...errors, before: undefined });
    expect(sequences(near.events)).toEqual([90_001]);
    expect(near.searched).toBeGreaterThan(70_000);
    expect(await readLastEvents({ ...errors, before: 50_000 })).toEqual({ events: [], searched: 29_999 });
  });

  test("of a log without its oldest lines are the existing ones", async () => {
    const log = logOf(Array.from({ length: 40 }, (_, index) => event(30_000 + index, "info")));
    const { events } = await readLastEvents({ ...all, read: log.read, count: 2 });
    expect(sequences(events)).toEqual([30_038, 30_039]);
  });

  test("of an empty log are an empty list", async () => {
    expect(await readLastEvents({ ...all, read: logOf([]).read, count: 5 })).toEqual({ events: [], searched: 0 });
  });
});
