import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRequestEventRecorder } from "../../../../../src/service/deployments/gateway/requestEventRecorder.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openRecorder() {
  const messages: string[] = [];
  const enqueue = (id: string, { message }: { readonly message: string }) => void messages.push(`${id} ${message}`);
  const record = createRequestEventRecorder({ clock: () => new Date() }, { enqueue } as never);
  const call = (status: number | null) => record("dep_1", { method: "tools/call", tool: "echo" }, status, 1.4);
  return { messages, call };
}

test("twenty calls of a second have an event each, and the others are counted at its end", () => {
  const { messages, call } = openRecorder();
  for (let index = 0; index < 25; index += 1) call(index < 23 ? 200 : 500);
  expect(messages).toEqual(Array(20).fill("dep_1 tools/call echo: 200 in 1 ms"));
  vi.advanceTimersByTime(1000);
  expect(messages.slice(20)).toEqual(["dep_1 5 more requests within a second, 2 of them failed"]);
});

test("each second has a count of its own", () => {
  const { messages, call } = openRecorder();
  for (let index = 0; index < 20; index += 1) call(200);
  vi.advanceTimersByTime(1000);
  call(null);
  expect(messages.slice(20)).toEqual(["dep_1 tools/call echo: the client disconnected in 1 ms"]);
});
