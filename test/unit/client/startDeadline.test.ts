import fc from "fast-check";
import { expect, test } from "vitest";
import { startDeadline } from "../../../src/client/clock.ts";
import { meResponse, startScriptedClient } from "../../support/client/scriptedClient.ts";
import { createTestClock } from "../../support/client/testClock.ts";
import { formatHttpResponse } from "../../support/network/rawServer.ts";

const hour = 3_600_000;

test("the remaining time never grows when the clock is set back or ahead", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -hour, max: hour })), (steps) => {
      let now = 0;
      const getRemaining = startDeadline({ now: () => now, wait: async () => {} }, 1000);
      let before = 1000;
      for (const step of steps) {
        now += step;
        const after = getRemaining();
        expect(after).toBeLessThanOrEqual(before - Math.max(0, step));
        before = after;
      }
    }),
  );
});

test("a clock that is set back does not extend a deadline", async () => {
  const clock = createTestClock();
  let offset = 0;
  const deadlines = { ...clock, now: () => clock.now() + offset };
  await using fixture = await startScriptedClient(
    (socket, _request, count) => {
      offset = -hour;
      if (count === 1) socket.write(formatHttpResponse(503, ""));
    },
    { clock: deadlines },
  );
  await expect(fixture.client.call("me.get", {}, { deadlineMs: 3_000 })).rejects.toMatchObject({
    name: "TimeoutError",
  });
});

test("a call is not repeated after the machine slept beyond its deadline, because its idempotency key may be expired", async () => {
  const clock = createTestClock();
  await using fixture = await startScriptedClient(
    (socket, _request, count) => {
      if (count > 1) return socket.write(formatHttpResponse(200, meResponse));
      void clock.wait(25 * hour, undefined);
      return socket.resetAndDestroy();
    },
    { clock },
  );
  await expect(fixture.client.call("projects.create", { name: "once" })).rejects.toMatchObject({
    name: "NetworkError",
  });
  expect(fixture.server.requests).toHaveLength(1);
});
