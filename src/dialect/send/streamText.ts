import { createParser } from "eventsource-parser";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { parseJson } from "./parseJson.ts";

/** Whether an answer goes on for as long as something happens. */
export function isStream(type: string | undefined): boolean {
  return /^(?:text\/event-stream|application\/(?:x-)?(?:ndjson|jsonl|json-seq|jsonlines|stream\+json))\b/i.test(
    type ?? "",
  );
}

const longestEvent = 8 * 2 ** 20;

type Take = (value: UnknownRecord, id?: string) => void;

/** Takes the pieces of a stream apart: server-sent events, or one JSON value a line. What is no object says only that it goes on. */
export function takeApart(type: string, take: Take) {
  const decoder = new TextDecoder();
  const each = (text: string, id?: string) => {
    const value = valueIn(text);
    for (const one of Array.isArray(value) ? value : [value]) if (isRecord(one)) take(one, id);
  };
  const feed = /event-stream/i.test(type) ? eventFeed(each) : lineFeed(each);
  return {
    chunk: (bytes: Uint8Array) => feed(decoder.decode(bytes, { stream: true })),
    end: () => feed(`${decoder.decode()}\n\n`),
  };
}

type Each = (text: string, id?: string) => void;

function eventFeed(each: Each): (text: string) => void {
  const parser = createParser({
    maxBufferSize: longestEvent,
    onEvent: ({ data, id }) => each(data, id),
    // One that is longer than any event is left out: what comes after it counts.
    onError: ({ type }) => {
      if (type === "max-buffer-size-exceeded") parser.reset();
    },
  });
  return (text) => parser.feed(text);
}

function lineFeed(each: Each): (text: string) => void {
  let rest = "";
  return (text) => {
    const end = text.lastIndexOf("\n");
    if (end >= 0) {
      const lines = (rest + text.slice(0, end)).split("\n");
      if (rest.length > longestEvent) lines.shift();
      for (const line of lines) if (line.trim() !== "") each(line.replace("\u001e", ""));
      rest = "";
    }
    if (rest.length <= longestEvent) rest += text.slice(end + 1);
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
