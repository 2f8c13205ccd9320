import { expect, test } from "vitest";
import { rehearseAll } from "../../../src/client/rehearseAll.ts";
import type { RehearsalInput, RehearsedCall } from "../../../src/contract/routes/previewRoutes.ts";
import { testDeadline } from "../../support/testDeadline.ts";

const createCall = (sequence: number): RehearsedCall => ({
  ...{ sequence, tool: "get_pet", outcome: "same", differences: [], unstable: [], replayed: false },
});

test("each page begins after the last call of the page before", async () => {
  const requested: number[] = [];
  const counts: number[] = [];
  const rehearse = async ({ after = 0 }: RehearsalInput) => {
    requested.push(after);
    return { calls: [createCall(after + 1), createCall(after + 2)], hasMore: after < 2 };
  };
  const calls = await rehearseAll({ rehearse }, "dep_1", testDeadline(), {
    onCalls: (count) => void counts.push(count),
  });
  expect(calls.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
  expect([requested, counts]).toEqual([
    [0, 2],
    [2, 4],
  ]);
});

test("a page without calls is the last one, also where the service says that there are more", async () => {
  const answers = [[createCall(1)], [], [createCall(2)]];
  const rehearse = async () => ({ calls: answers.shift() ?? [], hasMore: true });
  const calls = await rehearseAll({ rehearse }, "dep_1", testDeadline());
  expect(calls.map(({ sequence }) => sequence)).toEqual([1]);
});
