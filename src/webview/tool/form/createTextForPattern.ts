const mostExtra = 130;
/** Longer texts are of no use as a sample. */
const longest = 10_000;

/** Returns a text that matches a regular expression with common constructs; undefined if none is found. */
export function createTextForPattern(pattern: string, fits: (text: string) => boolean): string | undefined {
  const expression = compile(pattern);
  if (!expression) return undefined;
  // Each quantifier first repeats its minimum, and then more often until the length matches.
  for (let extra = 0; extra <= mostExtra; extra += 1) {
    const text = generate(pattern, extra);
    if (text === undefined) return undefined;
    for (const candidate of [text, `sample${text}`, `${text}sample`])
      if (expression.test(candidate) && fits(candidate)) return candidate;
  }
  return undefined;
}

function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

function generate(pattern: string, extra: number): string | undefined {
  const reader = { pattern, at: 0, extra };
  const text = alternatives(reader);
  return reader.at === pattern.length ? text : undefined;
}

interface Reader {
  readonly pattern: string;
  at: number;
  readonly extra: number;
}

function alternatives(reader: Reader): string | undefined {
  const first = sequence(reader);
  while (reader.pattern[reader.at] === "|") {
    reader.at += 1;
    sequence(reader);
  }
  return first;
}

function sequence(reader: Reader): string | undefined {
  let text = "";
  while (reader.at < reader.pattern.length && !"|)".includes(reader.pattern.charAt(reader.at))) {
    const start = reader.at;
    const piece = atom(reader);
    if (piece === undefined) return undefined;
    const end = reader.at;
    const count = quantifier(reader);
    if (text.length + piece.length * count > longest) return undefined;
    text += piece.repeat(count);
    if (reader.at === start || end === start) return undefined;
  }
  return text;
}

function atom(reader: Reader): string | undefined {
  const character = reader.pattern.charAt(reader.at);
  reader.at += 1;
  if (character === "^" || character === "$") return "";
  if (character === ".") return "a";
  if (character === "(") return group(reader);
  if (character === "[") return characterClass(reader);
  if (character === "\\") return escaped(reader);
  return character;
}

function group(reader: Reader): string | undefined {
  const { pattern } = reader;
  if (pattern.startsWith("?:", reader.at)) reader.at += 2;
  else if (pattern.startsWith("?<", reader.at) && !/[=!]/.test(pattern.charAt(reader.at + 2)))
    reader.at = pattern.indexOf(">", reader.at) + 1;
  const ahead = /^\?(<?[=!])/.exec(pattern.slice(reader.at))?.[1];
  if (ahead) reader.at += ahead.length + 1;
  const text = alternatives(reader);
  if (pattern[reader.at] !== ")") return undefined;
  reader.at += 1;
  // A look-around does not consume text. The whole text is checked at the end.
  return ahead ? "" : text;
}

function escaped(reader: Reader): string | undefined {
  const character = reader.pattern.charAt(reader.at);
  reader.at += 1;
  if (character === "p" || character === "P") {
    const name = /^\{[^}]*\}/.exec(reader.pattern.slice(reader.at))?.[0] ?? "";
    reader.at += name.length;
    return /\bN/.test(name) ? "1" : /Lu/.test(name) ? "A" : "a";
  }
  if (character === "u" || character === "x") {
    const code = /^(?:\{([0-9a-f]+)\}|([0-9a-f]{4}|[0-9a-f]{2}))/i.exec(reader.pattern.slice(reader.at));
    reader.at += code?.[0].length ?? 0;
    return String.fromCodePoint(Number.parseInt(code?.[1] ?? code?.[2] ?? "61", 16));
  }
  return escapes[character] ?? character;
}

const escapes: Readonly<Record<string, string>> = {
  d: "1",
  D: "a",
  w: "a",
  W: "-",
  s: " ",
  S: "a",
  b: "",
  B: "",
  n: "\n",
  t: "\t",
  r: "\r",
};

function characterClass(reader: Reader): string | undefined {
  const start = reader.at - 1;
  let at = reader.at;
  while (at < reader.pattern.length && (reader.pattern[at] !== "]" || at === reader.at))
    at += reader.pattern[at] === "\\" ? 2 : 1;
  reader.at = at + 1;
  const expression = compile(`^${reader.pattern.slice(start, reader.at)}$`);
  return (
    [..."aA1bB2cC3-_. /:@#,;+*=!?~%&'\"()<>[]{}|^$\\\n\té中"].find((character) => expression?.test(character)) ??
    printable(expression)
  );
}

function printable(expression: RegExp | undefined): string | undefined {
  for (let code = 32; code < 0x250; code += 1)
    if (expression?.test(String.fromCharCode(code))) return String.fromCharCode(code);
  return undefined;
}

/** The repetition count of the preceding piece. */
function quantifier(reader: Reader): number {
  const [text = "", , exact, comma, upper] =
    /^([?*+]|\{(\d+)(,?)(\d*)\})\??/.exec(reader.pattern.slice(reader.at)) ?? [];
  reader.at += text.length;
  if (text === "") return 1;
  const least = text.startsWith("+") ? 1 : Number(exact ?? 0);
  const most = text.startsWith("?")
    ? 1
    : exact === undefined
      ? Number.POSITIVE_INFINITY
      : comma === ""
        ? least
        : upper === ""
          ? Number.POSITIVE_INFINITY
          : Number(upper);
  return Math.min(least + reader.extra, most);
}
