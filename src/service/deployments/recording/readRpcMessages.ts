import { createParser } from "eventsource-parser";
import { tryParseExactJson } from "../../../text/number/readExactJson.ts";
import { isRecord, type UnknownRecord } from "../../../text/record.ts";

/** The JSON-RPC messages of a body: one, a batch, or those of an event stream. What is none is omitted. */
export function readRpcMessages(body: Buffer, contentType = ""): readonly UnknownRecord[] {
  const text = body.toString("utf8");
  const values = contentType.startsWith("text/event-stream") ? readEvents(text) : [tryParseExactJson(text)];
  return values.flat().filter(isRecord);
}

function readEvents(text: string): readonly unknown[] {
  const values: unknown[] = [];
  const parser = createParser({ onEvent: ({ data }) => void values.push(tryParseExactJson(data)) });
  parser.feed(text);
  // The last event of a stream that was cut has no empty line.
  parser.reset({ consume: true });
  return values;
}
