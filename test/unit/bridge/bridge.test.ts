import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Bridge } from "../../../src/bridge/bridge.ts";
import { type LoopbackServer, listenOnLoopback } from "../../support/network/listenOnLoopback.ts";

interface Seen {
  readonly method: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}
type Answer = (response: ServerResponse, seen: Seen) => void;

const reply =
  (status: number, body: string, headers: Record<string, string> = { "Content-Type": "application/json" }): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);
const events = (...data: readonly string[]) =>
  reply(200, data.map((one) => `data: ${one}\n\n`).join(""), { "Content-Type": "text/event-stream" });
const breakOff: Answer = (response) => response.destroy();
const answerAndBreakOff: Answer = (response) => {
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  response.write(`data: ${result()}\n\n`, () => response.destroy());
};
const request = (method: string, id = 1) => `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`;
const result = (id = 1) => `{"jsonrpc":"2.0","id":${id},"result":{}}`;
const failure = (message: string) => `{"jsonrpc":"2.0","id":1,"error":${JSON.stringify({ code: -32000, message })}}`;
const progress = '{"jsonrpc":"2.0","method":"notifications/progress"}';
const ended = "The connection to the server ended before its answer.";
const lost = "The connection to the server was lost, and it may have carried out the call. ";

let answers: Answer[];
let streams: Answer[];
let seen: Seen[];
let written: string[];
let cleared: number;
let bridge: Bridge;
let url: string;
let server: LoopbackServer;
const listener: RequestListener = async (incoming, response) => {
  const one = { method: incoming.method, headers: incoming.headers, body: await text(incoming) };
  seen.push(one);
  const next = incoming.method === "GET" ? (streams.shift() ?? reply(405, "")) : answers.shift();
  (next ?? reply(500, ""))(response, one);
};

beforeEach(async () => {
  [answers, streams, seen, written, cleared] = [[], [], [], [], 0];
  server = await listenOnLoopback(createServer(listener));
  url = `${server.url}/mcp`;
  const clear = () => {
    cleared += 1;
  };
  const access = { read: async () => ({ url, token: "t" }), clear };
  bridge = new Bridge({ access, write: (line) => void written.push(line) });
});
afterEach(async () => {
  bridge.close();
  await server.close();
});

test.each<[text: string, answer: Answer, line: string]>([
  ["a result", reply(200, '{"jsonrpc":"2.0",\n"id":1,"result":{}}\n'), '{"jsonrpc":"2.0", "id":1,"result":{}}'],
  ["a batch", reply(200, "[]"), "[]"],
  ["an error of the protocol", reply(400, failure("bad")), failure("bad")],
  [
    "an error without an id",
    reply(400, failure("bad").replace('"id":1', '"id":null')),
    failure("The server answered 400."),
  ],
  ["a problem with a detail", reply(403, '{"detail":"Revoked.","title":"Forbidden"}'), failure("Revoked.")],
  ["a problem with a title", reply(403, '{"title":"Forbidden"}'), failure("Forbidden")],
  ["a page that is not there", reply(404, ""), failure("The server answered 404.")],
  ["a page", reply(502, "<html>"), failure("The server answered 502.")],
  ["a stream that ends early", events(progress), `${progress} ${failure(`${lost}${ended}`)}`],
  ["nothing", reply(200, ""), failure(`${lost}${ended}`)],
  ["another version of JSON-RPC", reply(200, '{"id":1}'), failure(`${lost}${ended}`)],
])("a call answered with %s", async (_, answer, line) => {
  answers = [answer];
  await bridge.receive(request("tools/call"));
  expect(written.join(" ")).toBe(line);
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({
    method: "POST",
    body: request("tools/call"),
    headers: { authorization: "Bearer t" },
  });
});

test("events before the answer are passed on, and a notification needs no answer", async () => {
  answers = [events(progress, result()), reply(202, ""), reply(500, "")];
  await bridge.receive(request("tools/call"));
  await bridge.receive(progress);
  await bridge.receive(progress);
  expect(written).toEqual([progress, result()]);
});

test.each([
  ["tools/list", [breakOff, breakOff, reply(200, result())], result(), 2],
  ["tools/list", [reply(403, '{"detail":"Revoked."}')], failure("Revoked."), 0],
  ["tools/list", [breakOff, breakOff, breakOff], failure(`${lost}socket hang up`), 3],
  ["tools/call", [breakOff], failure(`${lost}socket hang up`), 1],
  ["tools/call", [reply(401, ""), reply(401, ""), reply(200, result())], result(), 2],
  ["tools/call", [reply(401, ""), reply(401, ""), reply(401, "")], failure("The service refused the token."), 3],
  ["subscriptions/listen", [breakOff, reply(200, result())], result(), 1],
])("%s is sent again only if that does no harm (%#)", async (method, given, line, clears) => {
  answers = [...given];
  await bridge.receive(request(method));
  expect(written).toEqual([line]);
  expect(seen).toHaveLength(given.length);
  expect(cleared).toBe(clears);
});

test.each(["tools/call", "tools/list"])(
  "%s is answered once, also where its stream breaks off after that",
  async (method) => {
    answers = [answerAndBreakOff, reply(200, result())];
    await bridge.receive(request(method));
    expect(written).toEqual([result()]);
    expect(seen).toHaveLength(1);
  },
);

test("a call that nothing listened for is sent again", async () => {
  const open = url;
  url = "http://127.0.0.1:1/mcp";
  answers = [reply(200, result())];
  const access = {
    read: async () => ({ url, token: "t" }),
    clear: () => {
      url = open;
    },
  };
  await new Bridge({ access, write: (line) => void written.push(line) }).receive(request("tools/call"));
  expect(written).toEqual([result()]);
});

test("a session has its headers, its stream, and is opened again when the server forgot it", async () => {
  const opened = (id: string) =>
    reply(200, '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25"}}', {
      "Content-Type": "application/json",
      "Mcp-Session-Id": id,
    });
  const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
  const notice = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}';
  answers = [opened("a"), reply(202, "")];
  streams = [reply(503, ""), events(notice)];
  await bridge.receive(request("initialize"));
  await bridge.receive(initialized);
  await expect.poll(() => written).toContain(notice);
  expect(cleared).toBe(1);
  const call = request("tools/call", 2);
  const named = `{"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`;
  const cancelled = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}';
  answers = [reply(404, ""), opened("b"), reply(202, ""), reply(200, result(2)), reply(202, ""), reply(202, "")];
  for (const line of [call, cancelled, named]) await bridge.receive(line);
  expect(written.at(-1)).toBe(result(2));
  const posted = seen.filter(({ method }) => method === "POST");
  const version = "2025-11-25";
  expect(posted.map(({ body, headers }) => [body, headers["mcp-session-id"], headers["mcp-protocol-version"]])).toEqual(
    [
      [request("initialize"), undefined, undefined],
      [initialized, "a", version],
      [call, "a", version],
      [request("initialize"), undefined, undefined],
      [initialized, "b", version],
      [call, "b", version],
      [cancelled, "b", version],
      [named, undefined, "2026-07-28"],
    ],
  );
  expect(seen.find(({ method }) => method === "GET")?.headers).toMatchObject({
    accept: "text/event-stream",
    "mcp-session-id": "a",
  });
});

test("a call is cancelled by its id, and answers nothing", async () => {
  const left = Promise.withResolvers<void>();
  answers = [(response) => void response.once("close", left.resolve)];
  const calling = bridge.receive(request("tools/call", 7));
  await expect.poll(() => seen.length).toBe(1);
  await bridge.receive('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}');
  await calling;
  await left.promise;
  expect(written).toEqual([]);
  expect(seen).toHaveLength(1);
});

test("what is no JSON is an error, and a closed bridge writes nothing", async () => {
  await bridge.receive("no json");
  expect(written).toEqual(['{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"This line is no JSON."}}']);
  bridge.close();
  await bridge.receive("no json");
  expect(written).toHaveLength(1);
});
