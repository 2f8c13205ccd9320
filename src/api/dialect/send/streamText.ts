import { createParser } from "eventsource-parser";
import { parseJson } from "../language/json.ts";

/** Whether an answer goes on for as long as something happens. */
export function isStream(type: string | undefined): boolean {
  return /^(?:text\/event-stream|application\/(?:x-)?(?:ndjson|jsonl|json-seq|jsonlines|stream\+json))\b/i.test(
    type ?? "",
  );
}

const longestEvent = 8 * 2 ** 20;

/** Takes the pieces of a stream apart: server-sent events, or one JSON value a line. */
export function takeApart(type: string, take: (value: unknown, id: string | undefined) => void) {
  const decoder = new TextDecoder();
  const feed = /event-stream/i.test(type) ? eventFeed(take) : lineFeed(take);
  return {
    chunk: (bytes: Uint8Array) => feed(decoder.decode(bytes, { stream: true })),
    end: () => feed(`${decoder.decode()}\n\n`),
  };
}

function eventFeed(take: (value: unknown, id: string | undefined) => void): (text: string) => void {
  const parser = createParser({
    maxBufferSize: longestEvent,
    onEvent: ({ data, id }) => take(valueIn(data), id),
  });
  return (text) => parser.feed(text);
}

function lineFeed(take: (value: unknown, id: string | undefined) => void): (text: string) => void {
  let rest = "";
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = (lines.pop() ?? "").slice(-longestEvent);
    for (const line of lines) if (line.trim() !== "") take(valueIn(line.replace("\u001e", "")), undefined);
  };
}

/** Some send lines that are no JSON but what they say. */
function valueIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return { message: text };
  }
}
