import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import {
  createModelClient,
  type ModelClientOptions,
} from "../../../../../../src/service/testing/skill/model/modelClient.ts";
import { type ModelStubResponse, startModelStub } from "../../../../../support/services/modelStub.ts";
import { startHttpServer } from "../../../../../support/services/startHttpServer.ts";

const key = "canary-key-0123456789";
const request = { messages: [{ role: "user" as const, content: "Hello" }] };
const signal = () => new AbortController().signal;

async function complete(answers: readonly ModelStubResponse[], options: ModelClientOptions = {}) {
  const remainingAnswers = [...answers];
  const stub = await startModelStub(() => remainingAnswers.shift() ?? { content: "Hi" }, { key });
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const model = createModelClient({ baseUrl: stub.baseUrl, name: "small", key }, { wait, ...options });
  const answer = await model.complete(request, signal()).catch((error: unknown) => error);
  return { answer, waits, stub };
}

test("a request and its response match the protocol", async () => {
  const { answer, stub } = await complete([{ content: "Hi" }]);
  expect(answer).toMatchObject({
    content: "Hi",
    toolCalls: [],
    usage: { inputTokens: 1, outputTokens: 1 },
    isTruncated: false,
  });
  expect(stub.requests).toEqual([{ model: "small", temperature: 0, ...request }]);
  expect(stub.problems).toEqual([]);
});

test("a key that the model repeats is redacted", async () => {
  const { answer } = await complete([{ content: `My key is ${key}.` }]);
  expect(answer).toMatchObject({ content: "My key is ***." });
});

test("the query of the model's URL is retained, and a trailing slash is ignored", async () => {
  const seen: (string | undefined)[] = [];
  const url = await startHttpServer((request, response) => {
    seen.push(request.url);
    response.end(JSON.stringify({ choices: [{ message: { content: [{ type: "text", text: "Hi" }] } }] }));
  });
  const answer = await createModelClient({ baseUrl: `${url}/openai/?api-version=1`, name: "m" }).complete(
    request,
    signal(),
  );
  expect(answer.content).toBe("Hi");
  expect(seen).toEqual(["/openai/chat/completions?api-version=1"]);
});

test("the model of a member of a team is not on the machine of the service", async () => {
  const { answer, stub } = await complete([{ content: "Hi" }], { from: "private" });
  expect(answer).toMatchObject({
    name: "ModelFailure",
    message: expect.stringContaining("further inside the network"),
  });
  expect(stub.requests).toEqual([]);
});

test("a model that rejects the temperature is called without it from then on", async () => {
  const stub = await startModelStub(({ temperature }) =>
    temperature === undefined
      ? { content: "Hi" }
      : {
          status: 400,
          body: { error: { message: "Unsupported value", param: "temperature", code: "unsupported_value" } },
        },
  );
  const model = createModelClient({ baseUrl: stub.baseUrl, name: "o9" });
  await model.complete(request, signal());
  await model.complete(request, signal());
  expect(stub.requests.map(({ temperature }) => temperature)).toEqual([0, undefined, undefined]);
});

describe("a rejected call", () => {
  const busy = (headers: Record<string, string>, status = 429): ModelStubResponse => ({ status, body: "{}", headers });

  test("is retried after Retry-After", async () => {
    const { answer, waits } = await complete([busy({ "retry-after": "7" }), busy({ "retry-after": "0.5" }, 503)]);
    expect(answer).toMatchObject({ content: "Hi" });
    expect(waits).toEqual([7000, 500]);
  });

  test("is retried a limited number of times with growing delays without Retry-After", async () => {
    const { answer, waits, stub } = await complete([busy({}), busy({}), busy({}), busy({}), busy({})]);
    expect(answer).toMatchObject({ name: "ModelFailure", message: expect.stringContaining("429") });
    expect(waits).toEqual([1000, 2000, 4000]);
    expect(stub.requests).toHaveLength(4);
  });

  test("is not retried when Retry-After exceeds a minute or the quota is exhausted", async () => {
    const { answer, waits } = await complete([busy({ "retry-after": "3600" })]);
    expect(answer).toMatchObject({ message: expect.stringContaining("It asks to wait: 3600") });
    const spent = { error: { message: "You exceeded your current quota.", code: "insufficient_quota" } };
    const second = await complete([{ status: 429, body: spent }]);
    expect(second.answer).toMatchObject({ message: expect.stringContaining("You exceeded your current quota.") });
    expect([waits, second.waits]).toEqual([[], []]);
  });

  test("can be cancelled while it waits", async () => {
    const cancel = new AbortController();
    const stub = await startModelStub(() => ({ status: 429, headers: { "retry-after": "50" } }));
    const wait = async (ms: number, stopped: AbortSignal) => {
      const waiting = delay(ms, undefined, { signal: stopped });
      cancel.abort(new Error("cancelled"));
      await waiting;
    };
    const model = createModelClient({ baseUrl: stub.baseUrl, name: "m" }, { wait });
    await expect(model.complete(request, cancel.signal)).rejects.toThrow(/abort|cancelled/i);
  });
});

describe("a failure names the model and the reason:", () => {
  test.each([
    [
      401,
      { error: { message: `Incorrect key: ${key}` } },
      /responded with 401 and the message: Incorrect key: \*{3}. Check the key/,
    ],
    [403, { error: "no access" }, /responded with 403 and the message: no access. Check what the key/],
    [404, { detail: "Not Found" }, /responded with 404 and the message: Not Found. Check the URL and the name/],
    [500, "<html>oops</html>", /responded with 500. Its service has a problem/],
    [502, { message: "Bad upstream" }, /responded with 502 and the message: Bad upstream. Its service/],
    [200, "<html>Welcome</html>", /not a chat completion. Check its URL.*Welcome/],
    [200, { choices: [] }, /not a chat completion/],
    [200, { choices: [{ message: {} }], padding: "x".repeat(2000) }, /longer than/],
  ])("status %i", async (status, body, expectedMessage) => {
    const { answer, stub } = await complete([{ status, body }], { maxBytes: 1024 });
    expect(answer).toMatchObject({ name: "ModelFailure", message: expect.stringMatching(expectedMessage) });
    const { message } = answer instanceof Error ? answer : { message: "" };
    expect(message).toContain(`The model "small" at ${new URL(stub.baseUrl).host}`);
    expect(JSON.stringify([message, answer])).not.toContain(key);
  });

  test("a redirect is not followed and does not receive the key", async () => {
    const seen: string[] = [];
    const other = await startHttpServer((request, response) => {
      seen.push(String(request.headers.authorization));
      response.end("{}");
    });
    const { answer } = await complete([{ status: 307, headers: { location: `${other}/v1/chat/completions` } }]);
    expect(answer).toMatchObject({ message: expect.stringContaining("redirects to another URL (307)") });
    expect(seen).toEqual([]);
  });

  test("the URL is unreachable", async () => {
    const model = createModelClient({ baseUrl: "http://127.0.0.1:1/v1", name: "m", key });
    await expect(model.complete(request, signal())).rejects.toThrow(/cannot be reached \(.+\). Check its URL/);
  });

  test("the response takes too long", async () => {
    const silent = await startHttpServer(() => undefined);
    const model = createModelClient({ baseUrl: silent, name: "m", key }, { timeoutMs: 50 });
    await expect(model.complete(request, signal())).rejects.toThrow("did not respond within 0.05 s");
  });

  test("a URL with a password is rejected, and the password is not printed", () => {
    const secret = { baseUrl: "http://me:canary@127.0.0.1/v1", name: "m" };
    expect(() => createModelClient(secret)).toThrow(
      /^The URL of the model "m" contains a password\. Use the key instead\.$/,
    );
  });
});
