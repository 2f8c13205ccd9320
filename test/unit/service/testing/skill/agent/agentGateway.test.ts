import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startAgentGateway } from "../../../../../../src/service/testing/skill/agent/agentGateway.ts";

const megabyte = 2 ** 20;

async function openGateway() {
  const gateway = await startAgentGateway({
    model: { name: "m", baseUrl: "http://127.0.0.1:1", key: "k" },
    ...{ tools: undefined, socket: undefined, mostCalls: 1, signal: new AbortController().signal },
  });
  onTestFinished(gateway.close);
  const { port = 0, token } = gateway;
  /** Begins a request; `end` is not called. */
  const send = (bytes: number) => {
    const headers = { authorization: `Bearer ${token}`, "content-length": 8 * megabyte };
    const sent = request({ port, host: "127.0.0.1", method: "POST", path: "/", agent: false, headers });
    const answer = Promise.withResolvers<number | undefined>();
    sent.once("response", (response: IncomingMessage) => answer.resolve(response.resume().statusCode));
    sent.on("error", () => answer.resolve(undefined));
    return { sent, answer: answer.promise, written: write(sent, bytes) };
  };
  return { port, send, gateway };
}

const write = (sent: ClientRequest, bytes: number) =>
  new Promise<void>((resolve) => sent.write(Buffer.alloc(bytes), () => resolve()));

test("the requests of an agent have a limit together, until they are answered", async () => {
  const { send } = await openGateway();
  const open = Array.from({ length: 10 }, () => send(7 * megabyte));
  const first = await Promise.race(open.map(({ answer }) => answer));
  expect(first).toBe(413);
  for (const { sent } of open) sent.destroy();
  await Promise.all(open.map(({ answer }) => answer));
  await expect
    .poll(async () => {
      const { sent, answer } = send(8 * megabyte);
      sent.end();
      return answer;
    })
    .toBe(404);
});

test("an agent has at most 64 connections", async () => {
  const { port } = await openGateway();
  const sockets = Array.from({ length: 65 }, () => connect(port, "127.0.0.1"));
  for (const socket of sockets) socket.on("error", () => {});
  await Promise.race(sockets.map((socket) => once(socket, "close")));
  await Promise.all(sockets.filter((socket) => socket.connecting).map((socket) => once(socket, "connect")));
  expect(sockets.filter((socket) => !socket.destroyed)).toHaveLength(64);
  for (const socket of sockets) socket.destroy();
});

test("an agent that sends many requests before it has a response loses the gateway", async () => {
  const { port, gateway } = await openGateway();
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {}).resume();
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(1000));
  await once(socket, "close");
  expect(gateway.problem()).toBe("It sent too many requests at once.");
  const [error] = await once(connect(port, "127.0.0.1"), "error");
  expect(error).toMatchObject({ code: "ECONNREFUSED" });
});
