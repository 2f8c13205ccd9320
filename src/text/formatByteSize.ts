const units = [
  ["GB", 1e9],
  ["MB", 1e6],
  ["KB", 1e3],
] as const;

/** Formats `512 bytes`, `1.4 KB`, `20 MB` or `5 GB`. */
export function formatByteSize(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const [name, factor] = units.find((unit) => bytes >= unit[1]) ?? units[2];
  const size = bytes / factor;
  return `${size < 10 ? size.toFixed(1).replace(".0", "") : Math.round(size)} ${name}`;
}
