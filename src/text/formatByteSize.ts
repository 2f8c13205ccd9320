const units = [
  ["GB", 1e9],
  ["MB", 1e6],
  ["KB", 1e3],
] as const;

/** `512 bytes`, `1.4 KB`, `20 MB`, `5 GB`: bytes for people. */
export function formatByteSize(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const [name, one] = units.find((unit) => bytes >= unit[1]) ?? units[2];
  const size = bytes / one;
  return `${size < 10 ? size.toFixed(1).replace(".0", "") : Math.round(size)} ${name}`;
}
