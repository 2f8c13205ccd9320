import { Duplex } from "node:stream";
import { createLogLineReader } from "../deployments/process/logLineReader.ts";
import { createOutputPace } from "../deployments/process/outputPace.ts";
import type { ServerProgram } from "../deployments/runners/runner.ts";
import { stdoutMark } from "./containerTunnel.ts";
import { createFrameReader } from "./multiplexedOutput.ts";

/**
 * Splits the stream of a container: its standard input and output are the returned stream, and the lines of its standard error go to
 * `onLine`. Who reads the returned stream slowly slows down the container.
 */
export function splitContainerStream(raw: Duplex, onLine: ServerProgram["onLine"]): Duplex {
  const lines = createLogLineReader((line, dropped) => {
    if (line.startsWith(stdoutMark)) onLine(line.slice(stdoutMark.length), "stdout", dropped);
    else onLine(line, "stderr", dropped);
  });
  const waiting = new Set<"lines" | "reader">();
  const wait = (reason: "lines" | "reader", isWaiting: boolean) => {
    if (isWaiting) waiting.add(reason);
    else waiting.delete(reason);
    if (waiting.size > 0) raw.pause();
    else raw.resume();
  };
  const pace = createOutputPace((isPaused) => wait("lines", isPaused));
  const stream = new Duplex({
    read: () => wait("reader", false),
    write: (chunk, _, done) => void raw.write(chunk, done),
    final: (done) => void raw.end(done),
    destroy: (error, done) => {
      raw.destroy();
      done(error);
    },
  });
  const readFrames = createFrameReader({
    stdout: (bytes) => {
      if (!stream.push(bytes)) wait("reader", true);
    },
    stderr: (bytes) => pace(lines.write(bytes)),
  });
  raw.on("data", (chunk: Buffer) => {
    try {
      readFrames(chunk);
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
  raw.once("end", () => {
    lines.end();
    stream.push(null);
  });
  raw.on("error", () => {}).once("close", () => stream.destroy());
  return stream;
}
