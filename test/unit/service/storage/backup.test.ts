import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { backupCommands } from "../../../../src/service/control/backupCommands.ts";
import { unpackBackupFile } from "../../../../src/service/storage/backupFile.ts";
import { databaseMigrations } from "../../../../src/service/storage/databaseMigrations.ts";
import { openServiceStorage } from "../../../../src/service/storage/serviceStorage.ts";
import { closeAfterTest } from "../../../support/closeAfterTest.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";
import { startServiceProcess } from "../../../support/service/serviceProcess.ts";

/** A new data folder and its backup, without a service. */
const made = createTemporaryFolder(afterAll);
openServiceStorage(join(made, "data")).close();
await backupCommands.backup(["--data", join(made, "data"), "--to", join(made, "backup")]);

/** A copy of both, which a test may change. */
function copyBackup(root: string): string {
  cpSync(made, root, { recursive: true });
  return join(root, "backup");
}

const restore = (file: string, dataDir: string) => backupCommands.restore(["--from", file, "--data", dataDir]);

/** Changes the database in a backup by SQL or byte by byte. */
function changeDatabase(file: string, change: string | ((bytes: Buffer) => void)): void {
  const database = `${file}.db`;
  const bytes = gunzipSync(readFileSync(file));
  if (typeof change === "function") change(bytes);
  writeFileSync(database, bytes);
  if (typeof change === "string") {
    const sqlite = new DatabaseSync(database);
    sqlite.exec(change);
    sqlite.close();
  }
  writeFileSync(file, gzipSync(readFileSync(database)));
}

function changeByte(file: string, at: (size: number) => number): void {
  const bytes = readFileSync(file);
  const index = at(bytes.length);
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

const evil = "AFTER INSERT ON projects BEGIN DELETE FROM api_keys; END";

test("a backup that unpacks to much more than a database is refused", async () => {
  const root = createTemporaryFolder();
  const file = join(root, "backup");
  writeFileSync(file, gzipSync(Buffer.alloc(1_000_000)));
  await expect(unpackBackupFile(file, root, 10_000)).rejects.toThrow(`${file} holds much more than a database`);
});

test("a backup of a service whose servers write the same long lines again and again is unpacked", async () => {
  const root = createTemporaryFolder();
  const data = join(root, "data");
  const { db, close } = openServiceStorage(data);
  const line = Array.from({ length: 160 }, (_, at) => `    at call${at} (server.mjs:${at * 7}:${at})`).join("\\n");
  db.run("PRAGMA foreign_keys = OFF");
  db.transaction(() => {
    for (let sequence = 0; sequence < 3000; sequence += 1) {
      const at = new Date(sequence * 1237).toISOString();
      db.run("INSERT INTO events VALUES ('dep_1', ?, ?, 'error', 'log', ?, NULL)", sequence, at, line);
    }
  });
  close();
  await backupCommands.backup(["--data", data, "--to", join(root, "backup")]);
  await expect(unpackBackupFile(join(root, "backup"), root, 10_000)).resolves.toBeInstanceOf(Date);
});

test.each<[string, (file: string) => void, string]>([
  ["does not exist", (file) => rmSync(file), "does not exist"],
  [
    "is a folder",
    (file) => {
      rmSync(file);
      mkdirSync(file);
    },
    "is not a backup",
  ],
  ["is empty", (file) => truncateSync(file), "is not"],
  ["is another file", (file) => writeFileSync(file, "A text"), "is not a backup"],
  ["is another compressed file", (file) => writeFileSync(file, gzipSync("A text")), "is not a backup"],
  ["is another database", (file) => changeDatabase(file, "DROP TABLE backup"), "is not a backup"],
  ["has a trigger more", (file) => changeDatabase(file, `CREATE TRIGGER more ${evil}`), "is not a backup"],
  ["has no trigger of the audit log", (file) => changeDatabase(file, "DROP TRIGGER audit_stays"), "is not a backup"],
  [
    "has another trigger of that name",
    (file) => changeDatabase(file, `DROP TRIGGER audit_stays; CREATE TRIGGER audit_stays ${evil}`),
    "is not a backup",
  ],
  ["has a view", (file) => changeDatabase(file, "CREATE VIEW more AS SELECT 1"), "is not a backup"],
  ["is truncated", (file) => truncateSync(file, statSync(file).size - 20), "is not complete"],
  ["is cut in half", (file) => truncateSync(file, Math.floor(statSync(file).size / 2)), "is not complete"],
  ["has a changed byte", (file) => changeByte(file, (size) => size - 200), "is damaged"],
  ["has a changed checksum", (file) => changeByte(file, (size) => size - 6), "is damaged"],
  ["has no key", (file) => changeDatabase(file, "DELETE FROM backup"), "is damaged"],
  ["has half a key", (file) => changeDatabase(file, "UPDATE backup SET secret_key = x'00'"), "is damaged"],
  ["has a damaged database", (file) => changeDatabase(file, (bytes) => bytes.fill(7, 8192, 12_288)), "is damaged"],
  [
    "is of a newer Fairlead",
    (file) => changeDatabase(file, `PRAGMA user_version = ${databaseMigrations.length + 1}`),
    "is of a newer Fairlead",
  ],
])("a backup that %s is refused, and nothing is changed", async (_, change, message) => {
  const root = createTemporaryFolder();
  const file = copyBackup(root);
  change(file);
  await expect(restore(file, join(root, "a", "b"))).rejects.toThrow(`${file} ${message}`);
  expect(existsSync(join(root, "a"))).toBe(false);
  mkdirSync(join(root, "volume", "lost+found"), { recursive: true });
  await expect(restore(file, join(root, "volume"))).rejects.toThrow(`${file} ${message}`);
  expect(readdirSync(join(root, "volume"))).toEqual(["lost+found"]);
});

test("a folder with files or with a running service is refused", async () => {
  const root = createTemporaryFolder();
  const file = copyBackup(root);
  const before = readFileSync(join(root, "data", "fairlead.db"));
  await expect(restore(file, join(root, "data"))).rejects.toThrow("is not empty. Restore into a new folder.");
  await expect(restore(file, file)).rejects.toThrow(`${file} cannot be used: it is not a folder.`);
  closeAfterTest(await startServiceProcess(["--data", join(root, "data")]));
  await expect(restore(file, join(root, "data"))).rejects.toThrow("A running service uses");
  expect(readFileSync(join(root, "data", "fairlead.db")).subarray(0, 16)).toEqual(before.subarray(0, 16));
});

test("a restored folder has the key in its file only", async () => {
  const root = createTemporaryFolder();
  const file = copyBackup(root);
  await restore(file, join(root, "restored"));
  const key = readFileSync(join(root, "data", "secret.key"));
  expect(readFileSync(join(root, "restored", "secret.key")).equals(key)).toBe(true);
  expect(gunzipSync(readFileSync(file)).includes(key)).toBe(true);
  expect(readFileSync(join(root, "restored", "fairlead.db")).includes(key)).toBe(false);
});

test("a backup without its folder, data or key is refused and leaves no file", async () => {
  const root = createTemporaryFolder();
  const file = copyBackup(root);
  const backUp = (data: string, to: string) =>
    backupCommands.backup(["--data", join(root, data), "--to", join(root, to)]);
  await expect(backUp("data", "backup")).rejects.toThrow(`${file} exists already`);
  await expect(backUp("data", "none/backup")).rejects.toThrow("none does not exist");
  await expect(backUp("other", "new")).rejects.toThrow("is not a data folder");
  writeFileSync(join(root, "data", "fairlead.db"), Buffer.alloc(8192, 7));
  await expect(backUp("data", "new")).rejects.toThrow("is damaged. Start the service again");
  rmSync(join(root, "data", "secret.key"));
  await expect(backUp("data", "new")).rejects.toThrow("has no secret.key");
  expect(readdirSync(root).sort()).toEqual(["backup", "data"]);
});

test.each([
  ["backup", ["--data", "d"], "Usage: fairlead-service backup"],
  ["restore", ["--from", "f"], "Usage: fairlead-service restore"],
  ["restore", ["--what"], "Unknown option '--what'"],
] as const)("%s %j is refused", async (command, args, message) => {
  await expect(backupCommands[command](args)).rejects.toThrow(message);
});
