import type { SqlValue } from "./database.ts";

/** A WHERE clause put together from what a caller gave; values only ever travel as parameters. */
export function createWhereClause(parts: readonly (readonly [sql: string, value: SqlValue | undefined])[]): {
  readonly where: string;
  readonly values: SqlValue[];
} {
  const given = parts.filter((part): part is readonly [string, SqlValue] => part[1] !== undefined);
  return { where: given.map(([sql]) => sql).join(" AND "), values: given.map(([, value]) => value) };
}

/** `text` as a pattern for `LIKE ? ESCAPE '\'`, found anywhere. */
export function createLikePattern(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
