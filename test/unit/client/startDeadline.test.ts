import fc from "fast-check";
import { expect, test } from "vitest";
import { startDeadline } from "../../../src/client/startDeadline.ts";
import { meResponse, startScriptedClient } from "../../support/client/scriptedClient.ts";
import { createTestClock } from "../../support/client/testClock.ts";
import { formatHttpResponse } from "../../support/network/rawServer.ts";

const hour = 3_600_000;

test("what is left of a time only shrinks, however the clock is set", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -hour, max: hour })), (steps) => {
      let now = 0;
      const left = startDeadline({ now: () => now, wait: async () => {} }, 1000);
      let before = 1000;
      for (const step of steps) {
        now += step;
        const after = left();
        expect(after).toBeLessThanOrEqual(before - Math.max(0, step));
        before = after;
      }
    }),
  );
});

test("a clock that is set back lengthens no deadline", async () => {
  const clock = createTestClock();
  let offset = 0;
  const deadlines = { ...clock, now: () => clock.now() + offset };
  await using it = await startScriptedClient(
    (socket, _request, count) => {
      offset = -hour;
      if (count === 1) socket.write(formatHttpResponse(503, ""));
    },
    { clock: deadlines },
  );
  await expect(it.client.call("me.get", {}, { deadlineMs: 300 })).rejects.toMatchObject({ name: "TimeoutError" });
});

test("a call whose machine slept beyond its deadline is not repeated: the service may have forgotten its key", async () => {
  const clock = createTestClock();
  await using it = await startScriptedClient(
    (socket, _request, count) => {
      if (count > 1) return socket.write(formatHttpResponse(200, meResponse));
      void clock.wait(25 * hour, undefined);
      return socket.resetAndDestroy();
    },
    { clock },
  );
  await expect(it.client.call("projects.create", { name: "once" })).rejects.toMatchObject({ name: "NetworkError" });
  expect(it.server.requests).toHaveLength(1);
});
