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
  readAll(raw, readFrames, () => {
    lines.end();
    stream.push(null);
  });
  raw.once("close", () => stream.destroy());
  return stream;
}

/** Passes the lines of a container without a tunnel on. The returned function does nothing. */
export function readContainerLines(raw: Duplex, onLine: ServerProgram["onLine"]): () => void {
  const createReader = (stream: "stdout" | "stderr") =>
    createLogLineReader((line, dropped) => onLine(line, stream, dropped));
  const readers = { stdout: createReader("stdout"), stderr: createReader("stderr") };
  const pace = createOutputPace((isPaused) => (isPaused ? raw.pause() : raw.resume()));
  const readFrames = createFrameReader({
    stdout: (bytes) => pace(readers.stdout.write(bytes)),
    stderr: (bytes) => pace(readers.stderr.write(bytes)),
  });
  readAll(raw, readFrames, () => {
    readers.stdout.end();
    readers.stderr.end();
  });
  return () => {};
}

/** Bytes that are no frames end the stream. */
function readAll(raw: Duplex, readFrames: (chunk: Buffer) => void, onEnd: () => void): void {
  raw.on("data", (chunk: Buffer) => {
    try {
      readFrames(chunk);
    } catch {
      raw.destroy();
    }
  });
  raw.on("error", () => {}).once("end", onEnd);
}
