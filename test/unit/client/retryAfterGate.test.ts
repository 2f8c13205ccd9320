import { expect, test } from "vitest";
import { meResponse, projectResponse, startScriptedClient } from "../../support/client/scriptedClient.ts";
import { createTestClock } from "../../support/client/testClock.ts";
import { formatHttpResponse } from "../../support/network/rawServer.ts";

const limited = formatHttpResponse(429, { title: "Too many", code: "rate_limited" }, { "retry-after": "60" });

/** A service whose first answer is this one. */
async function startLimiting(answer: string) {
  const clock = createTestClock();
  const ok = formatHttpResponse(200, meResponse);
  const fixture = await startScriptedClient((socket, _request, count) => socket.write(count === 1 ? answer : ok), {
    clock,
  });
  return { ...fixture, clock };
}

test("a later call does not bypass a pending Retry-After", async () => {
  await using fixture = await startLimiting(limited);
  await expect(fixture.client.call("me.get", {})).rejects.toThrow(/Try again in 60 s/);
  await fixture.clock.wait(20_000, undefined);
  await expect(fixture.client.call("me.get", {})).rejects.toMatchObject({
    ...{ name: "RateLimitedError", code: "rate_limited", message: expect.stringContaining("Try again in 40 s.") },
  });
  expect(fixture.server.requests).toHaveLength(1);
  await fixture.clock.wait(40_000, undefined);
  expect(await fixture.client.call("me.get", {})).toEqual(meResponse);
  expect(fixture.server.requests).toHaveLength(2);
});

test("other operations are not delayed", async () => {
  await using fixture = await startScriptedClient((socket, { target }) => {
    socket.write(target.includes("/me") ? limited : formatHttpResponse(200, projectResponse));
  });
  await expect(fixture.client.call("me.get", {})).rejects.toThrow();
  expect(await fixture.client.call("project.get", { id: "prj_1" })).toEqual(projectResponse);
});

test("a later call waits if its deadline allows it", async () => {
  await using fixture = await startLimiting(limited);
  await expect(fixture.client.call("me.get", {})).rejects.toThrow();
  await fixture.clock.wait(55_000, undefined);
  const before = fixture.clock.now();
  expect(await fixture.client.call("me.get", {})).toEqual(meResponse);
  expect(fixture.clock.now() - before).toBeGreaterThan(4900);
});

test("a Retry-After of years ends after an hour", async () => {
  await using fixture = await startLimiting(formatHttpResponse(503, "", { "retry-after": "9".repeat(400) }));
  await expect(fixture.client.call("me.get", {})).rejects.toThrow(/Try again in \d+ days/);
  await fixture.clock.wait(3_590_000, undefined);
  await expect(fixture.client.call("me.get", {}, { deadlineMs: 5000 })).rejects.toThrow(/Try again in 10 s/);
  await fixture.clock.wait(11_000, undefined);
  expect(await fixture.client.call("me.get", {})).toEqual(meResponse);
});
