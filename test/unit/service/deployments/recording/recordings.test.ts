import { afterEach, describe, expect, test, vi } from "vitest";
import type { Recording } from "../../../../../src/contract/routes/recordingRoutes.ts";
import type { NewTrace } from "../../../../../src/service/deployments/recording/createTraces.ts";
import { Recordings } from "../../../../../src/service/deployments/recording/recordings.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";

afterEach(() => vi.useRealTimers());

const trace: NewTrace = {
  ...{ at: "2026-01-01T00:00:00.000Z", tool: "get_pet", state: "succeeded", ms: 1, bytes: 10, omitted: [] },
};
const start = { startedBy: "Ann", maskServerSecrets: (text: string) => text };

function createRecordings(limits = { minutes: 30, calls: 3, bytes: 1_000_000 }) {
  const ended: [string, Recording["end"]][] = [];
  const onEnd = (id: string, { end }: Recording) => void ended.push([id, end]);
  return { recordings: new Recordings({ clock: () => new Date(), limits, onEnd }), ended };
}

describe("a recording", () => {
  test("ends with the call that reaches the limit of calls", () => {
    const { recordings, ended } = createRecordings();
    recordings.start("dep_1", start);
    const active = requireValue(recordings.find("dep_1"));
    recordings.add("dep_1", active, [trace, trace]);
    expect(recordings.find("dep_1")).toBe(active);
    recordings.add("dep_1", active, [trace, trace]);
    expect(recordings.find("dep_1")).toBeUndefined();
    expect(recordings.describe("dep_1")).toMatchObject({ end: "calls", calls: 3, endedAt: expect.any(String) });
    expect(ended).toEqual([["dep_1", "calls"]]);
  });

  test("ends with the call that reaches the limit of bytes", () => {
    const { recordings } = createRecordings({ minutes: 30, calls: 100, bytes: 1000 });
    recordings.start("dep_1", start);
    const active = requireValue(recordings.find("dep_1"));
    recordings.add("dep_1", active, [trace, { ...trace, result: "x".repeat(1000) }, trace]);
    expect(recordings.describe("dep_1")).toMatchObject({ end: "bytes", calls: 2 });
  });

  test("ends when its time is over", () => {
    vi.useFakeTimers();
    const { recordings, ended } = createRecordings();
    recordings.start("dep_1", start);
    vi.advanceTimersByTime(30 * 60_000 - 1);
    expect(ended).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(ended).toEqual([["dep_1", "time"]]);
    expect(recordings.describe("dep_1")).toMatchObject({ end: "time" });
  });

  test("gets a call that began before it was stopped, but none of an earlier recording", () => {
    const { recordings } = createRecordings();
    recordings.start("dep_1", start);
    const first = requireValue(recordings.find("dep_1"));
    recordings.end("dep_1", "stopped");
    recordings.add("dep_1", first, [trace]);
    expect(recordings.describe("dep_1")).toMatchObject({ end: "stopped", calls: 1 });
    recordings.start("dep_1", start);
    recordings.add("dep_1", first, [trace]);
    expect(recordings.describe("dep_1")).toMatchObject({ end: null, calls: 0 });
    recordings.close();
  });

  test("is read by pages of bounded size", () => {
    const { recordings } = createRecordings({ minutes: 30, calls: 10, bytes: 100_000_000 });
    recordings.start("dep_1", start);
    const large = { ...trace, result: "x".repeat(1_500_000) };
    recordings.add("dep_1", requireValue(recordings.find("dep_1")), [large, trace, large]);
    const first = recordings.list("dep_1", 0);
    expect(first.traces.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(first.hasMore).toBe(true);
    expect(recordings.list("dep_1", 2)).toMatchObject({ traces: [{ sequence: 3 }], hasMore: false });
    recordings.close();
  });

  test("makes room by the oldest one that has ended, and is refused while all go on", () => {
    const { recordings } = createRecordings();
    for (let number = 1; number <= 16; number += 1) recordings.start(`dep_${number}`, start);
    expect(() => recordings.start("dep_17", start)).toThrow(/16 deployments are recorded already/);
    recordings.end("dep_5", "stopped");
    recordings.start("dep_17", start);
    expect(recordings.describe("dep_5")).toBeNull();
    expect(recordings.describe("dep_1")).not.toBeNull();
    recordings.close();
  });
});
