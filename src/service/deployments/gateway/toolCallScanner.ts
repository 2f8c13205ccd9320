/** Longer strings, with escapes, are not the name or the value that is searched. */
const maxStringLength = 80;

/**
 * Counts the calls of tools in a JSON-RPC body, which may arrive in chunks: in time and memory that do not depend on its nesting. It
 * reads the top level only, decodes escapes and uses the last of repeated fields, as `JSON.parse` does in the server. What is not
 * JSON is read as far as possible, because the server may accept it.
 */
export class ToolCallScanner {
  #depth = 0;
  /** The depth of the fields of a message: 2 in a batch. */
  #messageDepth = 1;
  #inString = false;
  #isEscaped = false;
  #string = "";
  /** The last string of the message, before it is known whether it is a name or a value. */
  #last: string | undefined;
  #name: string | undefined;
  #method: string | undefined;

  /** Returns the number of calls that end in this chunk. */
  scan(chunk: Buffer): number {
    const findEnd = createStringEndSearch(chunk);
    let calls = 0;
    // A byte of a longer UTF-8 character is never an ASCII character.
    for (let at = 0; at < chunk.length; at += 1) {
      if (this.#inString && !this.#isEscaped && !this.#isSearched()) at = findEnd(at);
      const byte = chunk[at];
      if (byte === undefined) return calls;
      if (this.#inString) this.#readString(byte);
      else if (this.#readToken(byte)) calls += 1;
    }
    return calls;
  }

  /** Whether the current string may be the name or the value that is searched. */
  #isSearched(): boolean {
    return this.#depth === this.#messageDepth && this.#string.length <= maxStringLength;
  }

  #readString(byte: number): void {
    if (byte === quote && !this.#isEscaped) {
      this.#inString = false;
      this.#last = this.#depth === this.#messageDepth ? decodeString(this.#string) : undefined;
      return;
    }
    this.#isEscaped = byte === backslash && !this.#isEscaped;
    if (this.#isSearched()) this.#string += String.fromCharCode(byte);
  }

  /** Returns whether the token ends a call. */
  #readToken(byte: number): boolean {
    switch (byte) {
      case quote:
        this.#inString = true;
        this.#string = "";
        return false;
      case openBrace:
      case openBracket:
        this.#open(byte);
        return false;
      case closeBrace:
      case closeBracket:
        return this.#close(byte);
      case colon:
        if (this.#depth === this.#messageDepth) [this.#name, this.#last] = [this.#last, undefined];
        return false;
      case comma:
        this.#endField();
        return false;
      default:
        return false;
    }
  }

  #open(byte: number): void {
    if (this.#depth === 0) this.#messageDepth = byte === openBracket ? 2 : 1;
    this.#depth += 1;
    if (this.#depth !== this.#messageDepth) return;
    this.#last = undefined;
    this.#name = undefined;
    this.#method = undefined;
  }

  #close(byte: number): boolean {
    this.#endField();
    const isCall = byte === closeBrace && this.#depth === this.#messageDepth && this.#method === "tools/call";
    this.#depth = Math.max(0, this.#depth - 1);
    return isCall;
  }

  #endField(): void {
    if (this.#depth !== this.#messageDepth) return;
    if (this.#name === "method") this.#method = this.#last;
    this.#name = undefined;
    this.#last = undefined;
  }
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, colon, comma] = [
  0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d, 0x3a, 0x2c,
] as const;

/** Finds the next quotation mark or backslash, or the end of the chunk. */
function createStringEndSearch(chunk: Buffer): (at: number) => number {
  const find = (byte: number, at: number) => {
    const found = chunk.indexOf(byte, at);
    return found < 0 ? chunk.length : found;
  };
  let nextBackslash = -1;
  return (at) => {
    if (nextBackslash < at) nextBackslash = find(backslash, at);
    return Math.min(find(quote, at), nextBackslash);
  };
}

function decodeString(raw: string): string | undefined {
  if (!raw.includes("\\")) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return undefined;
  }
}
