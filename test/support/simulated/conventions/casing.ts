export type Casing = "camel" | "snake" | "kebab" | "pascal";

const known = { camel: new Map<string, string>(), snake: new Map(), kebab: new Map(), pascal: new Map() };

/** Converts a name of camelCase words to another style. */
export function applyCasing(name: string, casing: Casing): string {
  const converted = known[casing].get(name) ?? make(name, casing);
  known[casing].set(name, converted);
  return converted;
}

function make(name: string, casing: Casing): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").split(" ");
  if (casing === "camel") return name;
  if (casing === "pascal") return words.map(capitalize).join("");
  return words.map((word) => word.toLowerCase()).join(casing === "snake" ? "_" : "-");
}

export const capitalize = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
