import { copyFileSync, existsSync } from "node:fs";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type * as z from "zod";
import { migrations } from "./migrations.ts";

export type Value = SQLInputValue;

/** The one door to SQLite. Statements are prepared once; rows are parsed by the schema given. */
export interface Database {
  /** The rows of a query, each parsed by `schema`. */
  all<Row extends z.ZodType>(schema: Row, sql: string, ...values: Value[]): z.output<Row>[];
  /** The first row, or undefined. */
  get<Row extends z.ZodType>(schema: Row, sql: string, ...values: Value[]): z.output<Row> | undefined;
  /** Runs a statement and answers how many rows it changed. */
  run(sql: string, ...values: Value[]): number;
  /** All or nothing; a transaction inside another joins it. */
  transaction<T>(work: () => T): T;
  /** Runs once what was written is durable: after the running transaction, at once without one, never if it fails. */
  afterCommit(work: () => void): void;
  close(): void;
}

/** Thrown when the file belongs to a newer Fairlead: it is left as it is. */
export class NewerDatabaseError extends Error {
  constructor(file: string, found: number) {
    super(
      `The database ${file} has version ${found}, made by a newer Fairlead (this one knows ${migrations.length}). Update Fairlead, or choose another data folder.`,
    );
    this.name = "NewerDatabaseError";
  }
}

/** Opens (and creates or migrates, with a backup first) the database at `file`, or one in memory for `:memory:`. */
export function openDatabase(file: string): Database {
  const sqlite = new DatabaseSync(file, { timeout: 5000 });
  try {
    sqlite.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;");
    migrate(sqlite, file);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return { ...createTransactions(sqlite), ...createQueries(sqlite), close: () => sqlite.close() };
}

function createQueries(sqlite: DatabaseSync): Pick<Database, "all" | "get" | "run"> {
  const statements = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  const prepare = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    const made = sqlite.prepare(sql);
    statements.set(sql, made);
    return made;
  };
  return {
    all: (schema, sql, ...values) =>
      prepare(sql)
        .all(...values)
        .map((row) => schema.parse(row)),
    get: (schema, sql, ...values) => {
      const row = prepare(sql).get(...values);
      return row === undefined ? undefined : schema.parse(row);
    },
    run: (sql, ...values) => Number(prepare(sql).run(...values).changes),
  };
}

function createTransactions(sqlite: DatabaseSync): Pick<Database, "transaction" | "afterCommit"> {
  let waiting: (() => void)[] | undefined;
  return {
    transaction: (work) => {
      if (waiting) return work();
      const after: (() => void)[] = [];
      sqlite.exec("BEGIN IMMEDIATE");
      waiting = after;
      let result: ReturnType<typeof work>;
      try {
        result = work();
        sqlite.exec("COMMIT");
      } catch (error) {
        // A full disk may have ended the transaction already.
        if (sqlite.isTransaction) sqlite.exec("ROLLBACK");
        throw error;
      } finally {
        waiting = undefined;
      }
      for (const next of after) next();
      return result;
    },
    afterCommit: (work) => {
      if (waiting) waiting.push(work);
      else work();
    },
  };
}

function migrate(sqlite: DatabaseSync, file: string): void {
  const found = Number(sqlite.prepare("PRAGMA user_version").get()?.user_version ?? 0);
  if (found > migrations.length) throw new NewerDatabaseError(file, found);
  if (found === migrations.length) return;
  if (found > 0 && existsSync(file)) {
    sqlite.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    copyFileSync(file, `${file}.backup-${found}`);
  }
  for (const [version, sql] of migrations.entries()) {
    if (version < found) continue;
    sqlite.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${version + 1}; COMMIT;`);
  }
}
