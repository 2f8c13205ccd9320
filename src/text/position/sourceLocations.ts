/** A position in a program, as stack traces and messages of Node name it. */
export interface CodePosition {
  /** The path with forward slashes, decoded if the text has a `file:` URL. */
  readonly path: string;
  /** Both count from 1; no column: the text does not name it. */
  readonly line: number;
  readonly column: number | undefined;
}

export interface SourceLocation extends CodePosition {
  /** The part of the text. */
  readonly start: number;
  readonly end: number;
}

const absolute = String.raw`(?:file:\/\/|\/|\\\\|[A-Za-z]:[\\/])`;
/** A path with spaces ends before another one begins. */
const spaced = String.raw`${absolute}(?:(?![\s(]${absolute}).)*?:\d{1,7}(?::\d{1,7})?`;
/** Spaces belong to a path in parentheses, at the end of a stack's line, and alone on a line. Elsewhere a path is a word. */
const candidate = new RegExp(
  String.raw`(?<=\()${spaced}(?=\))|(?<=(?:^|\s)at (?:async )?)${spaced}$|^${spaced}$|[^\s()"'` +
    "`" +
    String.raw`<>|*?,;[\]{}]+`,
  "gm",
);
const position = /:(\d{1,7})(?::(\d{1,7}))?:?$/;
/** Longer candidates are data. */
const longestCandidate = 2000;

/** Finds absolute paths and `file:` URLs with a line: `/app/src/tools.mjs:12:5`. */
export function findSourceLocations(text: string): readonly SourceLocation[] {
  const found: SourceLocation[] = [];
  for (const { 0: part, index } of text.matchAll(candidate)) {
    if (part.length > longestCandidate || !/[\\/]/.test(part)) continue;
    const match = position.exec(part);
    const path = match ? readPath(part.slice(0, match.index)) : undefined;
    if (!match || path === undefined) continue;
    const [, line, column] = match;
    const end = index + part.length - (part.endsWith(":") ? 1 : 0);
    found.push({
      start: index,
      end,
      path,
      line: Number(line),
      column: column === undefined ? undefined : Number(column),
    });
  }
  return found;
}

/** undefined: it is not an absolute path of a file, but an address, or a module of Node. */
function readPath(place: string): string | undefined {
  if (!place.startsWith("file://"))
    return /^(\/|\\\\|[A-Za-z]:[\\/])/.test(place) ? place.replaceAll("\\", "/") : undefined;
  try {
    const path = decodeURIComponent(place.slice("file://".length));
    return path.startsWith("/") ? path.replace(/^\/(?=[A-Za-z]:\/)/, "") : `//${path}`;
  } catch {
    return undefined;
  }
}

/**
 * The file of a version that a path of a deployed server names: `/data/dep_1/src/tools.mjs` is `src/tools.mjs`. A path with the
 * deployment's id has the file behind it; of another one, the longest end counts. undefined: it is none of the files.
 */
export function findSourceFile(path: string, files: readonly string[], deploymentId: string): string | undefined {
  const root = `/${deploymentId}/`;
  const at = path.lastIndexOf(root);
  if (at >= 0) return files.find((file) => file === path.slice(at + root.length));
  const ends = files.filter((file) => path.endsWith(`/${file}`));
  const longest = ends.toSorted((one, other) => other.length - one.length)[0];
  return longest === undefined || path.slice(0, -longest.length).includes("/node_modules/") ? undefined : longest;
}
