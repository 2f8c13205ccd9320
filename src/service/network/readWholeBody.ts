import type { IncomingMessage } from "node:http";

interface Bounds {
  /** Bytes. */
  readonly limit: number;
  readonly tooLarge: () => Error;
  /** What the request was sent with. */
  readonly signal: AbortSignal;
}

/** The body of an answer to a request of the service's. */
export async function readWholeBody(response: IncomingMessage, { limit, tooLarge, signal }: Bounds): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > limit) throw tooLarge();
    chunks.push(bytes);
  }
  // A body without a length ends like any other where its connection is cut.
  signal.throwIfAborted();
  return Buffer.concat(chunks);
}
