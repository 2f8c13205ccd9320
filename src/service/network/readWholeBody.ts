import type { IncomingMessage } from "node:http";

interface BodyOptions {
  /** Bytes. */
  readonly limit: number;
  readonly tooLarge: () => Error;
  /** The signal of the request. */
  readonly signal: AbortSignal;
}

export async function readWholeBody(
  response: IncomingMessage,
  { limit, tooLarge, signal }: BodyOptions,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > limit) throw tooLarge();
    chunks.push(bytes);
  }
  // A body without a length ends normally when its connection is cut, so an aborted request is detected here.
  signal.throwIfAborted();
  return Buffer.concat(chunks);
}
