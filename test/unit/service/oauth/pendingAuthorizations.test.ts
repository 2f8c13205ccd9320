import { expect, test } from "vitest";
import { createPendingAuthorizations } from "../../../../src/service/oauth/pendingAuthorizations.ts";

function createPending() {
  let now = 0;
  const context = { clock: () => new Date(now), baseUrl: () => "https://fairlead.example.com" };
  const pending = createPendingAuthorizations<{ flow: { state: string } }>(context, { name: "c", path: "/" });
  const start = (state: string, from: string) => {
    const cookie = pending.start({ flow: { state } }, from);
    return () => pending.finish(state, cookie)?.flow.state;
  };
  return { start, wait: (ms: number) => (now += ms) };
}

const repeat = (count: number, work: (index: number) => void) => Array.from({ length: count }, (_, at) => work(at));

test("many attempts of one network end the oldest of its own only", () => {
  const { start } = createPending();
  const finishOther = start("other", "192.0.2.1");
  const finishFirst = start("first", "198.51.100.1");
  const finishSecond = start("second", "198.51.100.1");
  repeat(19, (at) => start(`more ${at}`, "198.51.100.1"));
  expect([finishOther(), finishFirst(), finishSecond()]).toEqual(["other", undefined, "second"]);
});

test("attempts of many networks end the oldest of the one with the most", () => {
  const { start } = createPending();
  const finishOther = start("other", "a");
  const finishFirst = start("first", "b");
  const finishSecond = start("second", "b");
  repeat(1998, (at) => start(`more ${at}`, `network ${at}`));
  expect([finishOther(), finishFirst(), finishSecond()]).toEqual(["other", undefined, "second"]);
});

test("an attempt ends after ten minutes", () => {
  const { start, wait } = createPending();
  const [finishEarly, finishLate] = [start("early", "a"), start("late", "a")];
  wait(599_999);
  expect(finishEarly()).toBe("early");
  wait(1);
  expect(finishLate()).toBeUndefined();
});
