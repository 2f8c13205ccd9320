import { posix } from "node:path";

export interface Import {
  readonly from: string;
  /** The specifier as written. */
  readonly name: string;
  /** The file it names, for a relative one. */
  readonly file: string | undefined;
  /** Whether the compiler removes the import. */
  readonly type: boolean;
}

const statement = /^(?:import|export)\s+(type\s)?(?:([^;"']*?)\sfrom\s+)?["']([^"']+)["']/gm;
const inline = /import\(\s*["']([^"']+)["']\s*\)(\.\w+)?/g;

/** The imports of a module: statements, `await import()` (a value's), and `import("x").T` (a type's). */
export function readImports(from: string, source: string): Import[] {
  const found = [...source.matchAll(statement)].map(([, type, names = "", name = ""]) =>
    edge(from, name, type !== undefined || onlyTypes(names)),
  );
  const inlined = [...source.matchAll(inline)].map((match) => {
    const [, name = ""] = match;
    return edge(from, name, !/(await|return|=>)\s*$/.test(source.slice(0, match.index)));
  });
  return [...found, ...inlined];
}

function edge(from: string, name: string, type: boolean): Import {
  const file = name.startsWith(".") ? posix.join(posix.dirname(from), name) : undefined;
  return { from, name, file, type };
}

/** The bundler removes `import { type A, type B }`. */
function onlyTypes(names: string): boolean {
  const inner = /^\{([^}]*)\}$/.exec(names.trim())?.[1];
  if (inner === undefined) return false;
  const parts = inner.split(",").map((part) => part.trim());
  return parts.filter((part) => part !== "").every((part) => part.startsWith("type "));
}
