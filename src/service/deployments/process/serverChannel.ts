import type { Duplex } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { accountChannelMarker } from "../../../runtime/accounts/accountMessages.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";

/** The messages between a server's process and the service, over a pipe or another stream of bytes. */
export interface ServerChannel {
  listen(onMessage: (message: unknown) => void): void;
  /** Does nothing if the process has exited. */
  send(message: object): void;
  /** Kills the process, which does more than the service can bear. */
  kill(): void;
}

/** The pipe of the channel of a process, beside the three standard ones. */
export const channelDescriptor = 3;
/** The most characters of one message, and of unread messages. */
const maxLength = 64 * 1024;
/** The most messages in one chunk of at most 64 kB. The shortest message of a server has 48 bytes. */
const maxMessages = 2000;
/** The service reads no more bytes of a process in a millisecond, and pauses after this many. */
const bytesPerMs = 1024;
const pauseBytes = 4096;

/**
 * The end of the process, which runs before its own code. `parent` is the expression of the stream. It exchanges JSON lines and looks like Node's own channel to a parent, which
 * has no limit for what the process writes. It marks the parent as a provider of accounts, and ends the process with the channel.
 */
export const createServerChannelSource = (parent: string) => `
const parent = ${parent};
let rest = "";
parent.setEncoding("utf8").on("data", (text) => {
  const lines = (rest + text).split("\\n");
  rest = lines.pop();
  for (const line of lines) process.emit("message", JSON.parse(line));
});
parent.on("error", () => {}).on("close", () => process.exit(0)).unref?.();
process.connected = true;
process.send = (message) => parent.write(JSON.stringify(message) + "\\n");
globalThis[Symbol.for("${accountChannelMarker}")] = true;
`;

const pipeSource = `
import { Socket } from "node:net";
${createServerChannelSource(`new Socket({ fd: ${channelDescriptor} })`)}`;

export const serverChannelUrl = `data:text/javascript,${encodeURIComponent(pipeSource)}`;

/** The end of the service. It kills a process that sends too much at once or does not read. */
export function createServerChannel(pipe: Duplex, kill: () => void): ServerChannel {
  pipe.on("error", () => undefined);
  const killProcess = () => {
    pipe.destroy();
    kill();
  };
  const listeners: ((message: unknown) => void)[] = [];
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let unpaused = 0;
  pipe.on("data", (chunk: Buffer) => {
    const lines = (rest + decoder.write(chunk)).split("\n");
    rest = lines.pop() ?? "";
    if (lines.length > maxMessages || rest.length > maxLength) return killProcess();
    for (const message of lines.map(tryParseJson)) for (const listener of listeners) listener(message);
    unpaused += chunk.length;
    if (unpaused < pauseBytes) return;
    pipe.pause();
    setTimeout(() => pipe.resume(), unpaused / bytesPerMs);
    unpaused = 0;
  });
  return {
    listen: (onMessage) => void listeners.push(onMessage),
    kill: killProcess,
    send: (message) => {
      if (!pipe.writable) return;
      pipe.write(`${JSON.stringify(message)}\n`);
      if (pipe.writableLength > maxLength) killProcess();
    },
  };
}
