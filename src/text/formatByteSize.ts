import * as l10n from "@vscode/l10n";
import { locale } from "./language/locale.ts";

const units = [
  ["GB", 1e9],
  ["MB", 1e6],
  ["KB", 1e3],
] as const;

/** Formats `512 bytes`, `1.4 KB`, `20 MB` or `5 GB`. */
export function formatByteSize(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? l10n.t("1 byte") : l10n.t`${bytes} bytes`;
  const [name, factor] = units.find((unit) => bytes >= unit[1]) ?? units[2];
  const size = bytes / factor;
  return `${size.toLocaleString(locale, { maximumFractionDigits: size < 10 ? 1 : 0 })} ${name}`;
}
