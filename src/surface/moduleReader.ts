/** The values that a module of a generated server names, and what it serves. */
export interface ReadModule {
  readonly constants: ReadonlyMap<string, unknown>;
  /** The argument of `serve`. */
  readonly served: unknown;
}

/** The text is no module that contains only literals. */
class UnreadableModuleError extends Error {
  override readonly name = "UnreadableModuleError";
}

const maxDepth = 200;
const maxCharacters = 5_000_000;
const maxValues = 500_000;
/** The characters of constants, for each of their uses. */
const maxRepeated = 20_000_000;

/**
 * Reads a module of imports, of constants that are literals and earlier constants, and of a call of `serve`, as the generator writes
 * them, without running it. undefined: it contains anything else, such as code of the user.
 */
export function readModule(text: string, imported: ReadonlyMap<string, unknown>): ReadModule | undefined {
  if (text.length > maxCharacters) return undefined;
  try {
    return readStatements(new ModuleCursor(text, imported));
  } catch (error) {
    if (error instanceof UnreadableModuleError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function readStatements(cursor: ModuleCursor): ReadModule {
  const constants = new Map<string, unknown>();
  let served: unknown;
  while (!cursor.isAtEnd()) {
    if (cursor.take(/import \{ \w+ \} from "[^"\\]+";/y) !== undefined) continue;
    const name = cursor.take(/export const (\w+) =/y);
    if (name !== undefined) constants.set(name, cursor.readValue(0));
    else if (cursor.take(/(?=const )/y) !== undefined) cursor.readConstant();
    else if (cursor.take(/await serve\(/y) !== undefined) {
      served = cursor.readValue(0);
      cursor.expect(/\)/y);
    } else throw new UnreadableModuleError();
    cursor.expect(/;/y);
  }
  return { constants, served };
}

class ModuleCursor {
  readonly #text: string;
  /** Each is used once, so that a short text does not stand for many values. */
  readonly #imported: Map<string, unknown>;
  /** Where the values of constants start. They are read again for each use, so that a short text does not stand for many values. */
  readonly #constants = new Map<string, number>();
  #index = 0;
  #values = 0;
  #repeated = 0;

  constructor(text: string, imported: ReadonlyMap<string, unknown>) {
    this.#text = text;
    this.#imported = new Map(imported);
  }

  isAtEnd(): boolean {
    this.#skipSpace();
    return this.#index === this.#text.length;
  }

  /** The first group of a sticky pattern, or the whole match; undefined: the text does not go on so. */
  take(pattern: RegExp): string | undefined {
    this.#skipSpace();
    pattern.lastIndex = this.#index;
    const match = pattern.exec(this.#text);
    if (!match) return undefined;
    this.#index = pattern.lastIndex;
    return match[1] ?? match[0];
  }

  expect(pattern: RegExp): string {
    const found = this.take(pattern);
    if (found === undefined) throw new UnreadableModuleError();
    return found;
  }

  readValue(depth: number): unknown {
    this.#values += 1;
    if (depth > maxDepth || this.#values > maxValues) throw new UnreadableModuleError();
    if (this.take(/\{/y) !== undefined) return this.#readObject(depth);
    if (this.take(/\[/y) !== undefined) return this.#readList(depth);
    const text = this.take(stringPattern);
    if (text !== undefined) return JSON.parse(text);
    const exact = this.take(/new ExactNumber\("([^"\\]+)"\)/y);
    if (exact !== undefined) return Number(exact);
    const literal = this.expect(/-?\d[\w.+-]*|\w+/y);
    const start = this.#constants.get(literal);
    return start === undefined ? JSON.parse(literal) : this.#readAt(start, depth);
  }

  readConstant(): void {
    const name = this.expect(/const (\w+) =/y);
    const start = this.#index;
    this.readValue(0);
    this.#constants.set(name, start);
  }

  #readAt(start: number, depth: number): unknown {
    const index = this.#index;
    this.#index = start;
    const value = this.readValue(depth);
    this.#repeated += this.#index - start;
    if (this.#repeated > maxRepeated) throw new UnreadableModuleError();
    this.#index = index;
    return value;
  }

  #readObject(depth: number): object {
    const members: [string, unknown][] = [];
    while (this.take(/\}/y) === undefined) {
      const name = this.take(/([A-Za-z_$][\w$]*):/y) ?? this.#readQuotedName();
      members.push([name, this.readValue(depth + 1)]);
      if (this.take(/,/y) === undefined) {
        this.expect(/\}/y);
        break;
      }
    }
    return Object.fromEntries(members);
  }

  #readQuotedName(): string {
    const isComputed = this.take(/\[/y) !== undefined;
    const name: unknown = JSON.parse(this.expect(stringPattern));
    if (isComputed) this.expect(/\]/y);
    this.expect(/:/y);
    return String(name);
  }

  #readList(depth: number): unknown[] {
    const items: unknown[] = [];
    while (this.take(/\]/y) === undefined) {
      const spread = this.take(/\.\.\.(\w+)/y);
      if (spread === undefined) items.push(this.readValue(depth + 1));
      else for (const item of this.#takeImported(spread)) items.push(item);
      if (this.take(/,/y) === undefined) {
        this.expect(/\]/y);
        break;
      }
    }
    return items;
  }

  #takeImported(name: string): readonly unknown[] {
    const value = this.#imported.get(name);
    if (!Array.isArray(value)) throw new UnreadableModuleError();
    this.#imported.delete(name);
    return value;
  }

  #skipSpace(): void {
    whiteSpace.lastIndex = this.#index;
    whiteSpace.exec(this.#text);
    this.#index = whiteSpace.lastIndex;
  }
}

const whiteSpace = /\s*/y;
const stringPattern = /"(?:[^"\\]|\\.)*"/y;
