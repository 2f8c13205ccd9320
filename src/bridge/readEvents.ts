import { createParser } from "eventsource-parser";

/** The data of the events of a stream, until it ends. Throws if it breaks off. */
export async function readEvents(body: AsyncIterable<Uint8Array>, onData: (data: string) => void): Promise<void> {
  const parser = createParser({ onEvent: ({ data }) => void (data !== "" && onData(data)) });
  const decoder = new TextDecoder();
  for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }));
}
