import { expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod";
import { DeploymentEventLog } from "../../../../src/service/deployments/deploymentEventLog.ts";
import { createDeploymentStore } from "../../../../src/service/deployments/deploymentStore.ts";
import { Recordings } from "../../../../src/service/deployments/recording/recordings.ts";
import { openDatabase } from "../../../../src/service/storage/database.ts";

function start(maxEvents: number, maxBytes = 64_000_000) {
  const db = openDatabase(":memory:");
  // The events belong to deployments that do not exist in this database.
  db.run("PRAGMA foreign_keys = OFF");
  const logged: string[] = [];
  const log = new DeploymentEventLog(
    { db, clock: () => new Date(), log: (_, message) => void logged.push(message) },
    { maxEvents, maxBytes },
  );
  onTestFinished(() => log.close());
  return { db, log, logged };
}

test("a long log drops its oldest lines but retains the states and the sequence numbers", () => {
  const { log } = start(100);
  log.append("dep_1", { kind: "state", level: "info", message: "queued" });
  for (let line = 2; line <= 1000; line += 1)
    log.enqueue("dep_1", { kind: "log", level: "info", message: `line ${line}` });
  log.flush("dep_1");
  log.append("dep_1", { kind: "state", level: "info", message: "stopped" });
  const events = log.list("dep_1", 0, 2000);
  expect(events.map(({ sequence }) => sequence)).toEqual([
    1,
    ...Array.from({ length: 101 }, (_, index) => 901 + index),
  ]);
});

test("lines that arrive after the log is closed are dropped silently", async () => {
  const { db, log, logged } = start(100);
  log.close();
  db.close();
  vi.useFakeTimers();
  log.enqueue("dep_1", { kind: "log", level: "info", message: "late" });
  vi.runAllTimers();
  vi.useRealTimers();
  expect(logged).toEqual([]);
});

test("queued lines are saved in order, although the transaction after them is rolled back", async () => {
  const { db, log } = start(100);
  const message = (text: string) => ({ kind: "log", level: "info", message: text }) as const;
  log.enqueue("dep_1", message("first"));
  const undone = () =>
    db.transaction(() => {
      log.append("dep_1", message("undone"));
      log.enqueue("dep_1", message("second"));
      log.append("dep_1", message("undone too"));
      throw new Error("no");
    });
  expect(undone).toThrow("no");
  log.append("dep_1", message("third"));
  expect(log.list("dep_1", 0, 10).map((event) => event.message)).toEqual(["first", "second", "third"]);
});

test("a deployment waits for the disk when it runs or ends, not on its way there", () => {
  const { db, log } = start(100);
  const clock = () => new Date();
  const parts = { events: log, recordings: new Recordings({ clock, onEnd: () => {} }) };
  const store = createDeploymentStore({ db, clock, baseUrl: () => "" }, parts, () => {});
  const transaction = vi.spyOn(db, "transaction");
  const waits = (status: "building" | "starting" | "running" | "failed") => {
    transaction.mockClear();
    store.change("dep_1", { status, message: status });
    return transaction.mock.calls[0]?.[1]?.waitsForDisk;
  };
  expect([waits("building"), waits("starting"), waits("running"), waits("failed")]).toEqual([false, false, true, true]);
});

test("a log of long lines stays within its bytes, and retains its newest lines and the states", () => {
  const maxBytes = 1_000_000;
  const { db, log } = start(100_000, maxBytes);
  log.append("dep_1", { kind: "state", level: "info", message: "queued" });
  for (let line = 2; line <= 1000; line += 1) {
    const kind = line % 3 === 0 ? "health" : "log";
    log.enqueue("dep_1", { kind, level: "info", message: `${line} ${"é".repeat(4096)}`, data: { line } });
    if (line % 10 === 0) log.flush("dep_1");
  }
  const events = log.list("dep_1", 0, 2000);
  const bytes = events.reduce((sum, event) => sum + Buffer.byteLength(JSON.stringify(event)), 0);
  expect([events[0]?.sequence, events.at(-1)?.sequence]).toEqual([1, 1000]);
  expect(bytes).toBeLessThan(maxBytes * 1.1);
  expect(bytes).toBeGreaterThan(maxBytes * 0.8);
  const stored = db.get(z.object({ bytes: z.number() }), "SELECT bytes FROM event_bytes WHERE deployment_id = 'dep_1'");
  expect(stored?.bytes).toBeLessThanOrEqual(maxBytes);
});
