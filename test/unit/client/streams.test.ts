import { expect, test } from "vitest";
import { createHttpAgents } from "../../../src/client/network/httpAgents.ts";
import { createHttpTransport } from "../../../src/client/transport.ts";
import { type RawServer, startRawServer } from "../../support/network/rawServer.ts";

const head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";

/** Reads a stream with the transport, with limits far shorter than the client's. */
async function readStream(
  server: RawServer,
  take: ((chunk: Buffer) => Promise<void> | undefined) | undefined,
  idleMs = 50_000,
) {
  const transport = createHttpTransport(createHttpAgents({}, {}));
  const request = { method: "GET", url: new URL(server.url), headers: {}, body: undefined } as const;
  const stream = { idleMs, accept: () => take };
  const limits = { signal: undefined, deadlineMs: 50_000, maxBytes: 100, stream };
  const failure = await transport.send(request, limits).catch((error: unknown) => error);
  await transport.close();
  await server.close();
  return failure;
}

test("a silent stream fails", async () => {
  const server = await startRawServer((socket) => socket.write(`${head}1\r\na\r\n`));
  const chunks: string[] = [];
  const failure = await readStream(server, (chunk) => void chunks.push(chunk.toString()), 60);
  expect(failure).toMatchObject({ kind: "idle", sent: true });
  expect(chunks).toEqual(["a"]);
});

test("a stream does not count as silent while its reader pauses", async () => {
  const server = await startRawServer((socket) => {
    socket.write(`${head}1\r\na\r\n`);
    socket.end("1\r\nb\r\n0\r\n\r\n");
  });
  const chunks: string[] = [];
  const slowly = (chunk: Buffer) => {
    chunks.push(chunk.toString());
    return new Promise<void>((resolve) => setTimeout(resolve, 1100));
  };
  expect(await readStream(server, slowly, 1000)).toMatchObject({ status: 200 });
  expect(chunks.join("")).toBe("ab");
});

test("a stream may exceed the size limit of a response", async () => {
  const server = await startRawServer((socket) => socket.end(`${head}400\r\n${"x".repeat(0x400)}\r\n0\r\n\r\n`));
  let size = 0;
  const count = (chunk: Buffer) => {
    size += chunk.length;
    return undefined;
  };
  expect(await readStream(server, count)).toMatchObject({ status: 200, text: "" });
  expect(size).toBe(0x400);
});

test("an endless body without a length that is no stream fails at the size limit", async () => {
  const server = await startRawServer((socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write("40\r\n".padEnd(0x44, " ").concat("\r\n")));
    };
    socket.on("drain", more).write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", more);
  });
  expect(await readStream(server, undefined)).toMatchObject({ kind: "tooLarge", sent: true });
});
