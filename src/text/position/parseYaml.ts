import {
  type Document,
  type DocumentOptions,
  isScalar,
  type ParseOptions,
  parseDocument,
  type SchemaOptions,
  visit,
  YAMLParseError,
} from "yaml";

type Options = ParseOptions & DocumentOptions & SchemaOptions;

const mostErrors = 100;
const mostAliases = 2000;

/** Parses YAML. Throws a `ReferenceError` if it has too many aliases. Finds keys that a map has twice, which the parser itself looks for in a time that grows with the square of their number. */
export function parseYaml(text: string, options: Options): Document.Parsed {
  const document = parseDocument(text, { prettyErrors: false, ...options, uniqueKeys: false });
  checkAliases(document, mostAliases);
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value) && document.errors.length < mostErrors) {
          const [start = 0, end = start + 1] = key.range ?? [];
          document.errors.push(new YAMLParseError([start, end], "DUPLICATE_KEY", "Map keys must be unique"));
        }
        seen.add(key.value);
      }
    },
  });
  document.errors.sort((one, other) => one.pos[0] - other.pos[0]);
  return document;
}

/** Throws a `ReferenceError` for more aliases than `most`: for its value, each is looked for among all of them. */
export function checkAliases(document: Document.Parsed, most: number): void {
  let aliases = 0;
  visit(document, {
    Alias: () => {
      aliases += 1;
      if (aliases > most) throw new ReferenceError("Excessive alias count");
    },
  });
}

const maximumDepth = 200;

/** Whether a text is nested too deeply for the parser, which needs quadratic time and can overflow the stack. */
export function isYamlTooDeep(source: string): boolean {
  if (/(?:[-?] ){200}/.test(source)) return true;
  let depth = 0;
  for (const [mark] of source.matchAll(/[[\]{}]/g)) {
    depth = mark === "[" || mark === "{" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > maximumDepth) return true;
  }
  return false;
}
