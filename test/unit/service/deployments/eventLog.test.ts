import { expect, onTestFinished, test } from "vitest";
import { createDeploymentEventLog } from "../../../../src/service/deployments/deploymentEventLog.ts";
import { openDatabase } from "../../../../src/service/storage/database.ts";

function start(retainedLines: number) {
  const db = openDatabase(":memory:");
  // The events belong to deployments that do not exist in this database.
  db.run("PRAGMA foreign_keys = OFF");
  const logged: string[] = [];
  const log = createDeploymentEventLog(
    { db, clock: () => new Date(), log: (_, message) => void logged.push(message) },
    retainedLines,
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
  log.enqueue("dep_1", { kind: "log", level: "info", message: "late" });
  await new Promise((resolve) => setTimeout(resolve, 100));
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
