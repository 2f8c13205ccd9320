import type { DialectProfile } from "../../contract/dialectProfile.ts";
import { isOperationName } from "../../contract/operationNames.ts";
import { resourceOf } from "./subjects.ts";

/** How names are written. */
export type Style = "camel" | "snake" | "kebab" | "pascal";

export const styles = ["camel", "snake", "kebab", "pascal"] as const satisfies readonly Style[];

/** As the fields of a resource are named there, else those of the others. */
export function styleOf(profile: DialectProfile, resource: string): Style {
  const names = Object.entries(profile.operations).flatMap(([operation, { fields = {} }]) => {
    const isOwn = isOperationName(operation) && resourceOf(operation) === resource;
    return Object.values(fields).flatMap((place) => place.slice(-1).map((name) => ({ name, isOwn })));
  });
  const own = names.filter(({ isOwn }) => isOwn);
  for (const some of [own, names]) {
    const found = styleIn(some.map(({ name }) => name));
    if (found) return found;
  }
  return "camel";
}

const signs: readonly (readonly [Style, RegExp])[] = [
  ["snake", /^[a-z0-9]+(_[a-z0-9]+)+$/],
  ["kebab", /^[a-z0-9]+(-[a-z0-9]+)+$/],
  ["pascal", /^[A-Z][a-z0-9]/],
  ["camel", /^[a-z][a-z0-9]*[A-Z]/],
];

/** How most of some names are written; undefined where none shows it. */
export function styleIn(names: readonly string[]): Style | undefined {
  const counts = signs.map(([style, sign]) => ({ style, count: names.filter((name) => sign.test(name)).length }));
  const [best] = counts.sort((one, other) => other.count - one.count);
  return best && best.count > 0 ? best.style : undefined;
}

/** A name in whatever style, written in another one. */
export function restyled(name: string, style: Style): string {
  const words = name
    .replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase()
    .split(/[_-]/);
  const camel = words
    .map((word, index) => (index === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join("");
  return styled(camel, style);
}

/** A name of the contract, which is in camelCase, written in another way. */
export function styled(name: string, style: Style): string {
  if (style === "camel" || !/^[a-z][A-Za-z0-9]*$/.test(name)) return name;
  if (style === "pascal") return name.slice(0, 1).toUpperCase() + name.slice(1);
  return name.replaceAll(/[A-Z]/g, (letter) => `${style === "snake" ? "_" : "-"}${letter.toLowerCase()}`);
}
