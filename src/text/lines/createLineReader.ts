/** Calls `onLine` for each line of a stream. A line ends with a line feed only: a JSON text may hold other line separators. */
export function createLineReader(onLine: (line: string) => void) {
  const decoder = new TextDecoder();
  let line = "";
  return {
    add: (chunk: Uint8Array): void => {
      const [end = "", ...starts] = decoder.decode(chunk, { stream: true }).split("\n");
      line += end;
      for (const start of starts) {
        onLine(line);
        line = start;
      }
    },
    end: (): void => {
      const last = line + decoder.decode();
      line = "";
      if (last !== "") onLine(last);
    },
  };
}
