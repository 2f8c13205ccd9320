import type { Value } from "./database.ts";

/** A WHERE clause put together from what a caller gave; values only ever travel as parameters. */
export function conditions(parts: readonly (readonly [sql: string, value: Value | undefined])[]): {
  readonly where: string;
  readonly values: Value[];
} {
  const given = parts.filter((part): part is readonly [string, Value] => part[1] !== undefined);
  return { where: given.map(([sql]) => sql).join(" AND "), values: given.map(([, value]) => value) };
}

/** `text` as a pattern for `LIKE ? ESCAPE '\'`, found anywhere. */
export function containing(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
