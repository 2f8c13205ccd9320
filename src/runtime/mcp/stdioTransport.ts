import type { Readable, Writable } from "node:stream";
import { parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server";
import { createLineReader } from "../../text/lines/createLineReader.ts";
import { tryParseMessages } from "./exactMessages.ts";

/** Exchanges messages as lines. The transport of the SDK would change numbers of a tool's arguments. */
export function createStdioTransport(input: Readable, output: Writable): Transport {
  const lines = createLineReader((line) => {
    try {
      if (line.trim() !== "") transport.onmessage?.(parseJSONRPCMessage(tryParseMessages(line)));
    } catch (error) {
      transport.onerror?.(new Error("A line of the standard input is no message of MCP.", { cause: error }));
    }
  });
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    input.off("data", lines.add).pause();
    transport.onclose?.();
  };
  const transport: Transport = {
    start: async () => {
      input.on("data", lines.add);
      input.once("end", () => {
        if (!isClosed) lines.end();
        close();
      });
      output.once("error", close);
    },
    send: (message) =>
      new Promise((resolve, reject) => {
        output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
      }),
    close: async () => close(),
  };
  return transport;
}
