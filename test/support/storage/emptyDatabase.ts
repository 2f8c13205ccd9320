import { DatabaseSync } from "node:sqlite";
import { databaseMigrations } from "../../../src/service/storage/databaseMigrations.ts";

/** The bytes of a database without rows. A copy of them opens fifty times as fast as the migrations run. */
export const emptyDatabase = createEmptyDatabase();

function createEmptyDatabase(): Uint8Array {
  const sqlite = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  sqlite.exec(`PRAGMA auto_vacuum = INCREMENTAL; ${databaseMigrations.join(";")}`);
  sqlite.exec(`PRAGMA user_version = ${databaseMigrations.length}`);
  return sqlite.serialize();
}
