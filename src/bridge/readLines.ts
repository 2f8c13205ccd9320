/** Calls `onLine` for each line that is not blank. A line ends with a line feed only: a text may hold other line separators. */
export async function readLines(input: AsyncIterable<Uint8Array>, onLine: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of input) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") onLine(line.trim());
  }
  if (rest.trim() !== "") onLine(rest.trim());
}
