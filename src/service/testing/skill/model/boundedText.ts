/** The body was longer than allowed; the rest was not read. */
export class TooLongError extends Error {
  override readonly name = "TooLongError";
}

/** The text of an answer, counted after decompression. */
export async function boundedText(response: Response, mostBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  // Leaving the loop ends the transfer.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new TooLongError(`The body has more than ${mostBytes} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
