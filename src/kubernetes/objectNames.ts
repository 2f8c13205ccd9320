/** The most characters of a DNS label (RFC 1123), which the name of a Service must be. */
const longestLabel = 63;

/** Joins texts to a DNS label that begins with a letter: `Weather API`, `0192` becomes `weather-api-0192`. Cuts the first text. */
export function createObjectName(name: string, suffix = ""): string {
  const end = suffix === "" ? "" : `-${toLabel(suffix)}`;
  const start = toLabel(name).replace(/^[^a-z]+/, "") || "server";
  return `${start.slice(0, longestLabel - end.length).replace(/-+$/, "")}${end}`;
}

const toLabel = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");

/** The value of a label: a version such as `1.0.0+build` without the characters that labels do not have. */
export function createLabelValue(text: string): string {
  return text
    .replaceAll(/[^\w.-]/g, "_")
    .slice(0, longestLabel)
    .replaceAll(/^[^a-zA-Z0-9]+|[^a-zA-Z0-9]+$/g, "");
}
