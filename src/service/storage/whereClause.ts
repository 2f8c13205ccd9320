import type { SqlValue } from "./database.ts";

/** Builds a WHERE clause from the conditions with a value. Values are bound as parameters only. */
export function createWhereClause(conditions: readonly (readonly [sql: string, value: SqlValue | undefined])[]): {
  readonly where: string;
  readonly values: SqlValue[];
} {
  const used = conditions.filter((condition): condition is readonly [string, SqlValue] => condition[1] !== undefined);
  return { where: used.map(([sql]) => sql).join(" AND "), values: used.map(([, value]) => value) };
}

/** `text` as a pattern for `LIKE ? ESCAPE '\'` that matches anywhere. */
export function createLikePattern(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
