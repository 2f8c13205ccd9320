import { locale } from "./locale.ts";

/** `12,345` */
export function formatCount(value: number): string {
  return value.toLocaleString(locale);
}

/** `1 row`, `2 rows`. Both words are passed, because languages differ in their plurals. */
export function formatQuantity(value: number, one: string, several: string): string {
  return `${formatCount(value)} ${value === 1 ? one : several}`;
}
