import { randomInt, randomUUID } from "node:crypto";
import * as z from "zod";
import type { Database } from "./database.ts";

/** The prefix of an id names its type. */
type IdPrefix =
  | "prj_"
  | "srv_"
  | "dep_"
  | "art_"
  | "key_"
  | "org_"
  | "usr_"
  | "run_"
  | "skl_"
  | "ins_"
  | "oac_"
  | "grt_"
  | "req_";
export type IdGenerator = (prefix: IdPrefix) => string;

const tablesWithIds = `
  SELECT tables.name FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
  WHERE tables.type = 'table' AND columns.name = 'id' AND columns.type = 'TEXT'`;

/**
 * Creates UUIDv7 ids (RFC 9562) in increasing order, because lists are sorted by id. They follow the newest id of the database even
 * when the clock was set back.
 */
export function createIdGenerator(clock: () => Date, db: Pick<Database, "all">): IdGenerator {
  let { time, counter } = readNewestId(db);
  return (prefix) => {
    const now = clock().getTime();
    if (now > time) {
      time = now;
      counter = randomInt(0x800);
    } else if (counter < 0xfff) {
      counter += 1;
    } else {
      time += 1;
      counter = 0;
    }
    return prefix + format(time, counter);
  };
}

/** The time and the counter of the newest id. */
function readNewestId(db: Pick<Database, "all">): { time: number; counter: number } {
  const tables = db.all(z.object({ name: z.string() }), tablesWithIds).map(({ name }) => name);
  const ids = tables.map((table) => `SELECT substr(max(id), 5) AS id FROM ${table}`).join(" UNION ALL ");
  const newest = db
    .all(newestIdRow, ids)
    .flatMap(({ id }) => (id !== null && idPattern.test(id) ? [id] : []))
    .toSorted()
    .at(-1);
  const [, high = "0", low = "0", counter = "0"] = idPattern.exec(newest ?? "") ?? [];
  return { time: Number.parseInt(high + low, 16), counter: Number.parseInt(counter, 16) };
}

const newestIdRow = z.object({ id: z.string().nullable() });
const idPattern = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-/;

/** The random part comes from a UUIDv4, which has the same bits from the variant on. */
function format(time: number, counter: number): string {
  const hex = time.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${counter.toString(16).padStart(3, "0")}${randomUUID().slice(18)}`;
}
