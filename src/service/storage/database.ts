import { copyFileSync, existsSync } from "node:fs";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type * as z from "zod";
import { databaseMigrations } from "./databaseMigrations.ts";
import { createRowReaders } from "./rowReader.ts";
import { isDatabaseDamage } from "./storageFailure.ts";

export type SqlValue = SQLInputValue;

/** The one door to SQLite. Statements are prepared once; rows are parsed by the schema given. */
export interface Database {
  /** The rows of a query, each parsed by `schema`. */
  all<Row extends z.ZodType>(schema: Row, sql: string, ...values: SqlValue[]): z.output<Row>[];
  /** The first row, or undefined. */
  get<Row extends z.ZodType>(schema: Row, sql: string, ...values: SqlValue[]): z.output<Row> | undefined;
  /** Runs a statement and answers how many rows it changed. */
  run(sql: string, ...values: SqlValue[]): number;
  /** All or nothing; a transaction inside another joins it. */
  transaction<T>(work: () => T): T;
  /** Runs once what was written is durable: after the running transaction, at once without one, never if it fails. */
  afterCommit(work: () => void): void;
  /** Runs if the running transaction is undone; never without one. What was asked for last runs first. */
  afterRollback(work: () => void): void;
  close(): void;
}

/** Thrown when the file belongs to a newer Fairlead: it is left as it is. */
export class NewerDatabaseError extends Error {
  constructor(file: string, found: number) {
    super(
      `The database ${file} has version ${found}, made by a newer Fairlead (this one knows ${databaseMigrations.length}). Update Fairlead, or choose another data folder.`,
    );
    this.name = "NewerDatabaseError";
  }
}

/**
 * Opens (and creates or migrates, with a backup first) the database at `file`, or one in memory for `:memory:`. `onDamage` is told
 * when a statement finds that the file is damaged.
 */
export function openDatabase(file: string, onDamage: () => void = () => {}): Database {
  const sqlite = new DatabaseSync(file, { timeout: 5000 });
  try {
    const found = readSchemaVersion(sqlite);
    if (found > databaseMigrations.length) throw new NewerDatabaseError(file, found);
    sqlite.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;");
    sqlite.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}`);
    migrate(sqlite, file, found);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  const noticing: Noticing = (work) => {
    try {
      return work();
    } catch (error) {
      if (isDatabaseDamage(error)) onDamage();
      throw error;
    }
  };
  return {
    ...createTransactions(sqlite, noticing),
    ...createQueries(sqlite, noticing),
    close: () => sqlite.close(),
  };
}

/** Of 4 kB: 16 MB wait beside the database before a write has to move them into it, so that one in some 500 does. */
const checkpointPages = 4000;

type Noticing = <T>(work: () => T) => T;

function createQueries(sqlite: DatabaseSync, noticing: Noticing): Pick<Database, "all" | "get" | "run"> {
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    const made = sqlite.prepare(sql);
    made.setReturnArrays(true);
    statements.set(sql, made);
    return made;
  };
  const readerOf = createRowReaders();
  return {
    all: (schema, sql, ...values) => {
      const statement = noticing(() => prepare(sql));
      return noticing(() => statement.all(...values)).map(readerOf(schema, statement));
    },
    get: (schema, sql, ...values) => {
      const statement = noticing(() => prepare(sql));
      const row = noticing(() => statement.get(...values));
      return row === undefined ? undefined : readerOf(schema, statement)(row);
    },
    run: (sql, ...values) => Number(noticing(() => prepare(sql).run(...values)).changes),
  };
}

type Transactions = Pick<Database, "transaction" | "afterCommit" | "afterRollback">;

function createTransactions(sqlite: DatabaseSync, noticing: Noticing): Transactions {
  type Waiting = Record<"committed" | "undone", (() => void)[]>;
  let waiting: Waiting | undefined;
  return {
    transaction: (work) => {
      if (waiting) return work();
      const after: Waiting = { committed: [], undone: [] };
      noticing(() => sqlite.exec("BEGIN IMMEDIATE"));
      waiting = after;
      let result: ReturnType<typeof work>;
      try {
        result = work();
        noticing(() => sqlite.exec("COMMIT"));
      } catch (error) {
        // A full disk may have ended the transaction already.
        if (sqlite.isTransaction) sqlite.exec("ROLLBACK");
        waiting = undefined;
        for (const next of after.undone.reverse()) next();
        throw error;
      }
      waiting = undefined;
      for (const next of after.committed) next();
      return result;
    },
    afterCommit: (work) => {
      if (waiting) waiting.committed.push(work);
      else work();
    },
    afterRollback: (work) => void waiting?.undone.push(work),
  };
}

/** How many migrations a database has had. */
export function readSchemaVersion(sqlite: DatabaseSync): number {
  return Number(sqlite.prepare("PRAGMA user_version").get()?.user_version ?? 0);
}

function migrate(sqlite: DatabaseSync, file: string, found: number): void {
  if (found === databaseMigrations.length) return;
  if (found > 0 && existsSync(file)) {
    sqlite.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    copyFileSync(file, `${file}.backup-${found}`);
  }
  for (const [version, sql] of databaseMigrations.entries()) {
    if (version < found) continue;
    sqlite.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${version + 1}; COMMIT;`);
  }
}
