/** `512 bytes`, `1.4 KB`, `20 MB`: bytes for people. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const [unit, size] = bytes < 1_000_000 ? ["KB", bytes / 1000] : ["MB", bytes / 1_000_000];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}
