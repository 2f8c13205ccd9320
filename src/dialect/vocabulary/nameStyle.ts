/** How a service writes names of several words. */
export type NameStyle = "camel" | "snake" | "kebab" | "pascal";

const signs: readonly (readonly [NameStyle, RegExp])[] = [
  ["snake", /^[a-z0-9]+(_[a-z0-9]+)+$/],
  ["kebab", /^[a-z0-9]+(-[a-z0-9]+)+$/],
  ["pascal", /^[A-Z][a-z0-9]/],
  ["camel", /^[a-z][a-z0-9]*[A-Z]/],
];

/** The style of most names; undefined if none shows one. */
export function detectNameStyle(names: readonly string[]): NameStyle | undefined {
  const counts = signs.map(([style, sign]) => ({ style, count: names.filter((name) => sign.test(name)).length }));
  const [best] = counts.sort((a, b) => b.count - a.count);
  return best && best.count > 0 ? best.style : undefined;
}

/** `friendly_name` is `friendlyName`. */
export const toCamel = (name: string) =>
  name.replaceAll(/[_-]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Writes a camelCase name in another style. */
export function toNameStyle(name: string, style: NameStyle): string {
  if (style === "camel" || !/^[a-z][A-Za-z0-9]*$/.test(name)) return name;
  if (style === "pascal") return name.slice(0, 1).toUpperCase() + name.slice(1);
  return name.replaceAll(/[A-Z]/g, (letter) => `${style === "snake" ? "_" : "-"}${letter.toLowerCase()}`);
}
