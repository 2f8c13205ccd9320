import { copyFileSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import * as z from "zod";
import { NewerDatabaseError, openDatabase } from "../../../../src/service/storage/database.ts";
import { databaseMigrations } from "../../../../src/service/storage/databaseMigrations.ts";
import { createIdGenerator } from "../../../../src/service/storage/idGenerator.ts";
import {
  createSecretBox,
  generateSecretKey,
  loadSecretKeyFile,
  SealError,
} from "../../../../src/service/storage/secretBox.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";
import { longTest } from "../../../support/longTest.ts";

test("a newer database is rejected and left unchanged", () => {
  const file = join(createTemporaryFolder(), "fairlead.db");
  openDatabase(file).close();
  const newer = new DatabaseSync(file);
  newer.exec("PRAGMA user_version = 999; PRAGMA wal_checkpoint(TRUNCATE)");
  newer.close();
  copyFileSync(file, `${file}.copy`);
  expect(() => openDatabase(file)).toThrow(NewerDatabaseError);
  expect(readFileSync(file).equals(readFileSync(`${file}.copy`))).toBe(true);
});

const name = z.object({ name: z.string() });
const insert = "INSERT INTO settings (name, value) VALUES (?, '')";
const select = "SELECT name FROM settings ORDER BY name";

test("a transaction is atomic, and a nested one joins it", () => {
  const db = openDatabase(":memory:");
  const done: string[] = [];
  const failing = () =>
    db.transaction(() => {
      db.run(insert, "a");
      db.transaction(() => db.run(insert, "b"));
      db.afterCommit(() => done.push("never"));
      db.afterRollback(() => done.push("undone"));
      db.afterRollback(() => done.push("undone first"));
      throw new Error("no");
    });
  expect(failing).toThrow("no");
  expect(db.all(name, select)).toEqual([]);
  db.transaction(() => {
    db.afterCommit(() => done.push(`after ${db.all(name, select).length}`));
    db.afterRollback(() => done.push("never"));
    db.run(insert, "a");
    done.push("inside");
  });
  db.afterRollback(() => done.push("never"));
  db.afterCommit(() => done.push("at once"));
  expect(done).toEqual(["undone first", "undone", "inside", "after 1", "at once"]);
  db.close();
});

test("only a transaction that says so does not wait for the disk, and only as the outer one", () => {
  const db = openDatabase(":memory:");
  const waits = () => db.get(z.object({ synchronous: z.number() }), "PRAGMA synchronous")?.synchronous === 2;
  const quick = { waitsForDisk: false };
  const fail = () => {
    throw new Error("no");
  };
  expect([db.transaction(waits), db.transaction(waits, quick)]).toEqual([true, false]);
  expect(() => db.transaction(fail, quick)).toThrow("no");
  expect(db.transaction(() => [waits(), db.transaction(waits, quick)])).toEqual([true, true]);
  db.close();
});

longTest("the space of deleted rows is given back, also by a database of an older Fairlead", () => {
  const file = join(createTemporaryFolder(), "fairlead.db");
  const older = new DatabaseSync(file);
  older.exec(`PRAGMA journal_mode = WAL; ${databaseMigrations[0]}; PRAGMA user_version = 1`);
  older.exec("INSERT INTO settings (name, value) VALUES ('long', hex(zeroblob(20000000)))");
  older.close();
  const db = openDatabase(file);
  db.run("DELETE FROM settings WHERE name = 'long'");
  let steps = 1;
  while (db.releaseSpace()) steps += 1;
  db.close();
  expect(steps).toBeGreaterThan(5);
  expect(statSync(file).size).toBeLessThan(10_000_000);
});

test("ids increase in the order of creation, even when the clock steps back", () => {
  const times = [5000, 5000, 4000, 6000, 1000];
  let index = 0;
  const db = openDatabase(":memory:");
  const newId = createIdGenerator(() => new Date(times[Math.floor(index++ / 3000)] ?? 1000), db);
  const ids = Array.from({ length: 15_000 }, () => newId("prj_"));
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids[0]).toMatch(/^prj_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  db.close();
});

test("ids follow those of a table that a later migration adds", () => {
  const db = openDatabase(":memory:");
  const id = createIdGenerator(() => new Date(2030, 0), db)("prj_");
  db.run("CREATE TABLE things (id TEXT PRIMARY KEY) STRICT");
  db.run("INSERT INTO things VALUES (?)", id.replace("prj_", "thg_"));
  expect(createIdGenerator(() => new Date(2020, 0), db)("prj_") > id).toBe(true);
  db.close();
});

test("an encrypted value can be decrypted only with its key, for its purpose and unchanged", () => {
  const box = createSecretBox(generateSecretKey());
  const sealed = box.seal("geheim ✓", "one");
  expect(box.open(sealed, "one")).toBe("geheim ✓");
  expect(box.seal("geheim ✓", "one")).not.toBe(sealed);
  expect(() => box.open(sealed, "two")).toThrow(SealError);
  const middle = sealed.length >> 1;
  const changed = `${sealed.slice(0, middle)}${sealed[middle] === "A" ? "B" : "A"}${sealed.slice(middle + 1)}`;
  expect(() => box.open(changed, "one")).toThrow(SealError);
  expect(() => box.open("", "one")).toThrow(SealError);
  expect(() => createSecretBox(generateSecretKey()).open(sealed, "one")).toThrow(SealError);
});

test("only the owner can read the key file, and it stays the same", () => {
  const file = join(createTemporaryFolder(), "secret.key");
  const key = loadSecretKeyFile(file);
  expect(loadSecretKeyFile(file)).toEqual(key);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
