import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server";
import { tryParseMessages } from "./exactMessages.ts";

/** Exchanges messages as lines. The transport of the SDK would change numbers of a tool's arguments. */
export function createStdioTransport(input: Readable, output: Writable): Transport {
  const lines = createInterface({ input });
  const transport: Transport = {
    start: async () => {
      lines.on("line", (line) => {
        try {
          if (line.trim() !== "") transport.onmessage?.(parseJSONRPCMessage(tryParseMessages(line)));
        } catch (error) {
          transport.onerror?.(new Error("A line of the standard input is no message of MCP.", { cause: error }));
        }
      });
      lines.once("close", () => transport.onclose?.());
      output.once("error", () => lines.close());
    },
    send: (message) =>
      new Promise((resolve, reject) => {
        output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
      }),
    close: async () => lines.close(),
  };
  return transport;
}
