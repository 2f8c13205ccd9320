import type { ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { StringDecoder } from "node:string_decoder";
import { accountChannelMarker } from "../../../runtime/accounts/accountMessages.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";

/** What a server's process and the service say to each other. */
export interface ServerChannel {
  listen(onMessage: (message: unknown) => void): void;
  /** Says nothing to a process that is gone. */
  send(message: object): void;
}

/** The pipe that a server's process is started with for it, beside its three usual ones. */
const descriptor = 3;
/** Characters of a message, and of what the process has yet to read. */
const longest = 64 * 1024;

/**
 * The process's end, before its own code: JSON line by line, as what Node's own channel to a parent looks like. Node's would keep
 * whatever the process writes without an end. It tells that the parent is one that keeps accounts, and ends the process with it.
 */
const source = `
import { Socket } from "node:net";
const parent = new Socket({ fd: ${descriptor} });
let rest = "";
parent.setEncoding("utf8").on("data", (text) => {
  const lines = (rest + text).split("\\n");
  rest = lines.pop();
  for (const line of lines) process.emit("message", JSON.parse(line));
});
parent.on("error", () => {}).on("close", () => process.exit(0)).unref();
process.connected = true;
process.send = (message) => parent.write(JSON.stringify(message) + "\\n");
globalThis[Symbol.for("${accountChannelMarker}")] = true;
`;

export const serverChannelUrl = `data:text/javascript,${encodeURIComponent(source)}`;

/** The service's end. A process that says too much at once, or does not listen, loses it, and with it its life. */
export function createServerChannel(child: ChildProcess): ServerChannel {
  // None where the process could not be started.
  const pipe = child.stdio?.[descriptor];
  if (!(pipe instanceof Socket)) return { listen: () => {}, send: () => {} };
  pipe.on("error", () => undefined);
  const giveUp = () => {
    pipe.destroy();
    child.kill("SIGKILL");
  };
  return {
    listen: (onMessage) => {
      const decoder = new StringDecoder("utf8");
      let rest = "";
      pipe.on("data", (chunk: Buffer) => {
        const lines = (rest + decoder.write(chunk)).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) onMessage(tryParseJson(line));
        if (rest.length > longest) giveUp();
      });
    },
    send: (message) => {
      if (!pipe.writable) return;
      pipe.write(`${JSON.stringify(message)}\n`);
      if (pipe.writableLength > longest) giveUp();
    },
  };
}
