import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, createClient } from "../../../src/api/client.ts";
import { ApiError } from "../../../src/api/errors.ts";
import { type OperationName, operations } from "../../../src/contract/operations.ts";
import { type RawServer, startRawServer } from "../../support/rawServer.ts";
import { sampleInputs } from "../../support/sampleInputs.ts";
import { createTestClock } from "../../support/testClock.ts";
import { type TransportFault, transportFaults } from "../../support/transportFaults.ts";

const key = "flk_canary0123456789";
// Short where the deadline is what ends the call, long where it must not be, however busy the machine.
const deadlineOf = (errorName: string) => (errorName === "TimeoutError" ? 500 : 15_000);

const expected: Readonly<Record<TransportFault, string>> = {
  "a reset": "NetworkError",
  "a close before the head": "NetworkError",
  "a truncated body": "NetworkError",
  "a stalled head": "TimeoutError",
  "a stalled body": "TimeoutError",
  "a slow drip": "TimeoutError",
  garbage: "UnexpectedAnswerError",
  "a web page": "UnexpectedAnswerError",
  "JSON of another shape": "UnexpectedAnswerError",
  "an empty answer": "UnexpectedAnswerError",
  "a body of 100 MB": "UnexpectedAnswerError",
  "a redirect to another origin": "RedirectedError",
};

const names = Object.keys(sampleInputs).filter((name): name is OperationName => Object.hasOwn(operations, name));

describe.each(Object.entries(expected))("%s", (fault, errorName) => {
  let server: RawServer;
  let client: Client;

  beforeAll(async () => {
    server = await startRawServer((socket) => transportFaults[fault as TransportFault](socket));
    const clock = { ...createTestClock(), now: Date.now };
    client = createClient({ baseUrl: server.url, key: async () => key, clock, random: () => 0 });
  });

  afterAll(async () => {
    await client.close();
    await server.close();
  });

  test(`ends every operation with one ${errorName} in time`, async () => {
    const deadlineMs = deadlineOf(errorName);
    await Promise.all(
      names.map(async (name) => {
        const started = performance.now();
        const error = await client.call(name, sampleInputs[name], { deadlineMs }).catch((failure: unknown) => failure);
        expect(performance.now() - started).toBeLessThan(deadlineMs + 2000);
        // What answers nothing cannot be wrong about it.
        const isFine = operations[name].output === null && ["an empty answer", "JSON of another shape"].includes(fault);
        if (isFine) return expect(error, name).toBeUndefined();
        expect(error, name).toBeInstanceOf(ApiError);
        expect(error, name).toMatchObject({ name: errorName, operation: name });
        expect(String(error)).toMatch(/^\w+: Could not .+ at 127\.0\.0\.1:\d+: .+\.( |$)/);
        expect(String(error)).not.toMatch(/flk_|script|secret/);
      }),
    );
  });
});

test("an endless body without a length is given up at 64 MiB", async () => {
  const server = await startRawServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
    const chunk = `100000\r\n${" ".repeat(0x100000)}\r\n`;
    const more = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on("drain", more);
    more();
  });
  const client = createClient({ baseUrl: server.url, key: async () => key });
  await expect(client.call("me.get", {})).rejects.toThrow(/larger than 64 MiB/);
  await client.close();
  await server.close();
});

test("what a web page says beyond its title is never shown", async () => {
  const server = await startRawServer((socket) => transportFaults["a web page"](socket));
  const client = createClient({ baseUrl: server.url, key: async () => key });
  await expect(client.call("me.get", {})).rejects.toThrow(/answered with HTML \("Sign in"\)\. Is this the right URL\?/);
  await client.close();
  await server.close();
});
