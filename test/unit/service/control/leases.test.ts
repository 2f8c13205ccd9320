import { expect, onTestFinished, test, vi } from "vitest";
import { createWindowLeases } from "../../../../src/service/control/leases.ts";

function start() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const told: string[] = [];
  return { told, leases: createWindowLeases(5000, () => told.push("idle")) };
}

test("a service stays as long as a lease is held, and the grace after the last one", () => {
  const { leases, told } = start();
  leases.enableIdleStop();
  const [first, second] = [leases.acquire(), leases.acquire()];
  vi.advanceTimersByTime(60_000);
  first();
  first();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([]);
  second();
  vi.advanceTimersByTime(4999);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(["idle"]);
});

test("a window that reloads within the grace keeps the service", () => {
  const { leases, told } = start();
  leases.enableIdleStop();
  leases.acquire()();
  vi.advanceTimersByTime(4999);
  leases.acquire();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([]);
});

test("a service that is not watched, or is closing, is told nothing", () => {
  const { leases, told } = start();
  leases.acquire()();
  vi.advanceTimersByTime(60_000);
  leases.enableIdleStop();
  leases.close();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([]);
});
