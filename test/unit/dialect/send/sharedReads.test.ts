import { describe, expect, test } from "vitest";
import { AbortedError } from "../../../../src/client/errors.ts";
import type { DialectProfile } from "../../../../src/contract/dialectProfile.ts";
import { type DialectRequest, startDialectService } from "../../../support/dialect/dialectService.ts";

const profile: DialectProfile = {
  version: 2,
  dialect: "other",
  operations: { "servers.list": { list: "$.rows", params: { projectId: null } } },
};

/** Lists of servers that are answered when their gates open; each says the how manyth it is. */
async function start() {
  const gates: PromiseWithResolvers<void>[] = [];
  let started = Promise.withResolvers<void>();
  async function* rows(gate: Promise<void>, count: number) {
    await gate;
    yield JSON.stringify({ rows: [{ id: "s1", name: `Answer ${count}` }] });
  }
  const respond = ({ method, path }: DialectRequest) => {
    if (method !== "GET") return { status: 201, body: { id: "p1", name: "Shop" } };
    if (path !== "servers") return { body: [{ id: "p1", name: "Shop" }] };
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    started.resolve();
    started = Promise.withResolvers<void>();
    return { body: "", continuation: rows(gate.promise, gates.length) };
  };
  const { client, asked } = await startDialectService(respond, profile);
  const names = async (limit: number, signal?: AbortSignal) =>
    (await client.call("servers.list", { limit }, signal ? { signal } : {})).items.map(({ name }) => name);
  return {
    ...{ client, names },
    isStarted: () => started.promise,
    open: () => gates.forEach((gate) => void gate.resolve()),
    lists: () => asked.filter(({ path }) => path === "servers").length,
  };
}

describe("the same page", () => {
  test("is asked for once by two who read it at the same time, and again later", async () => {
    const { names, open, isStarted, lists } = await start();
    const started = isStarted();
    const both = Promise.all([names(50), names(100)]);
    await started;
    open();
    expect([await both, lists()]).toEqual([[["Answer 1"], ["Answer 1"]], 1]);
    const again = isStarted();
    const third = names(50);
    await again;
    open();
    expect([await third, lists()]).toEqual([["Answer 2"], 2]);
  });

  test("is read by one although the other is cancelled, also the one that sent it", async () => {
    const { names, open, isStarted, lists } = await start();
    const [first, second] = [new AbortController(), new AbortController()];
    const started = isStarted();
    const calls = [names(50, first.signal), names(50, second.signal), names(50)];
    const ends = Promise.allSettled(calls);
    await started;
    second.abort();
    await expect(calls[1]).rejects.toThrow(AbortedError);
    expect(lists()).toBe(1);
    const again = isStarted();
    first.abort();
    await again;
    open();
    expect((await ends).map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
    expect(lists()).toBe(2);
  });

  test("is asked for again after a change, because the answer on its way may be older", async () => {
    const { client, names, open, isStarted, lists } = await start();
    const started = isStarted();
    const before = names(50);
    await started;
    await client.call("projects.create", { name: "Shop" });
    const again = isStarted();
    const after = names(50);
    await again;
    open();
    expect([await before, await after, lists()]).toEqual([["Answer 1"], ["Answer 2"], 2]);
  });
});
