import { expect, onTestFinished, test, vi } from "vitest";
import { createServiceLeases } from "../../../../src/service/control/runService.ts";

function start() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const notifications: string[] = [];
  return { notifications, leases: createServiceLeases(5000, () => notifications.push("idle"), 60_000) };
}

test("a service stays while a lease is held, and for the grace period after the last one", () => {
  const { leases, notifications } = start();
  leases.enableIdleStop();
  const [first, second] = [leases.acquire(), leases.acquire()];
  vi.advanceTimersByTime(60_000);
  first();
  first();
  vi.advanceTimersByTime(60_000);
  expect(notifications).toEqual([]);
  second();
  vi.advanceTimersByTime(4999);
  expect(notifications).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(notifications).toEqual(["idle"]);
});

test("a service stays when a window reloads within the grace period", () => {
  const { leases, notifications } = start();
  leases.enableIdleStop();
  leases.acquire()();
  vi.advanceTimersByTime(4999);
  leases.acquire();
  vi.advanceTimersByTime(60_000);
  expect(notifications).toEqual([]);
});

test("a service does not stop for idleness before this is enabled or after it closes", () => {
  const { leases, notifications } = start();
  leases.acquire()();
  vi.advanceTimersByTime(60_000);
  leases.enableIdleStop();
  leases.close();
  vi.advanceTimersByTime(60_000);
  expect(notifications).toEqual([]);
});

test("a service stays while an agent uses a server, and for minutes after its last request", () => {
  const { leases, notifications } = start();
  leases.enableIdleStop();
  const [endWindow, endRequest] = [leases.acquire(), leases.use()];
  endWindow();
  vi.advanceTimersByTime(300_000);
  expect([notifications, leases.readUse()]).toEqual([[], { windows: 0, isUsedByAgents: true }]);
  endRequest();
  vi.advanceTimersByTime(59_000);
  leases.use()();
  vi.advanceTimersByTime(64_999);
  expect([notifications, leases.readUse()]).toEqual([[], { windows: 0, isUsedByAgents: false }]);
  vi.advanceTimersByTime(1);
  expect(notifications).toEqual(["idle"]);
});
