import { Duplex } from "node:stream";
import { createLogLineReader, createOutputPace } from "../deployments/process/serverOutput.ts";
import type { ServerProgram } from "../deployments/runners/runner.ts";
import { stdoutMark } from "./containerTunnel.ts";

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

/** What arrives on the stream of a container without a terminal: frames of its two outputs. */
interface OutputListeners {
  readonly stdout: (bytes: Buffer) => void;
  readonly stderr: (bytes: Buffer) => void;
}

const headerLength = 8;

/**
 * Reads the frames of a container's stream: one byte for the output, three zeros, and four for the length. The bytes of a frame are
 * passed on as they arrive, so that the length of a frame does not matter. Throws if the bytes are no frames.
 */
export function createFrameReader(listeners: OutputListeners): (chunk: Buffer) => void {
  let header = Buffer.alloc(0);
  let remaining = 0;
  let listener: ((bytes: Buffer) => void) | undefined;
  return (chunk) => {
    let position = 0;
    while (position < chunk.length) {
      if (remaining === 0) {
        const missing = headerLength - header.length;
        header = Buffer.concat([header, chunk.subarray(position, position + missing)]);
        position += missing;
        if (header.length < headerLength) return;
        listener = findListener(header, listeners);
        remaining = header.readUInt32BE(4);
        header = Buffer.alloc(0);
        continue;
      }
      const bytes = chunk.subarray(position, position + remaining);
      position += bytes.length;
      remaining -= bytes.length;
      listener?.(bytes);
    }
  };
}

/** The engine sends number 0 too: what was written to the standard input of some containers. */
function findListener(header: Buffer, { stdout, stderr }: OutputListeners) {
  const [stream = 255, ...zeros] = header.subarray(0, 4);
  if (stream > 2 || zeros.some((byte) => byte !== 0)) throw new Error("The engine sends no frames of a container.");
  return [undefined, stdout, stderr][stream];
}
