import { describe, expect, test } from "vitest";
import { addStructuredContent } from "../../../src/runtime/tools/apiTools.ts";
import {
  listContentBlocks,
  maximumResponseCharacters,
  readResponseContent,
  shortenResponseJson,
} from "../../../src/runtime/tools/responseContent.ts";
import { formatUpstreamFailure, readUpstreamMessage } from "../../../src/runtime/upstream/upstreamFailure.ts";

const options = { mask: (text: string) => text, advice: "Ask for less with limit.", uri: "http://h/x" };

function read(body: string | Uint8Array, type?: string, more: Record<string, string> = {}) {
  const headers = new Headers({ ...(type === undefined ? {} : { "Content-Type": type }), ...more });
  return readResponseContent({ status: 200, statusText: "OK", headers, bytes: Buffer.from(body) }, options);
}

const texts = (response: ReturnType<typeof read>) =>
  listContentBlocks(response).map((block) => (block.type === "text" ? block.text : block.type));

describe("a successful response", () => {
  test("of JSON is readable text and a value", () => {
    expect(read('{"a":[1]}', "application/hal+json; charset=utf-8")).toEqual({
      content: [{ type: "text", text: '{\n  "a": [\n    1\n  ]\n}' }],
      ...{ notes: [], value: { a: [1] }, text: '{\n  "a": [\n    1\n  ]\n}' },
    });
  });

  test("of text is that text; JSON is detected regardless of its type", () => {
    expect(read("a,b", "text/csv").value).toBe("a,b");
    expect(read("[1]", "text/plain").value).toEqual([1]);
    expect(read("{oops", "application/json").value).toBe("{oops");
    expect(read("caf\u00e9", undefined).value).toBe("caf\u00e9");
    expect(read(Buffer.from([0x63, 0xe9]), "text/plain; charset=iso-8859-1").value).toBe("c\u00e9");
  });

  test("of an image or a sound is shown as such, other bytes as a resource", () => {
    expect(read(Buffer.from([1]), "image/png").content).toEqual([
      { type: "image", data: "AQ==", mimeType: "image/png" },
    ]);
    expect(read(Buffer.from([1]), "audio/wav").content).toEqual([
      { type: "audio", data: "AQ==", mimeType: "audio/wav" },
    ]);
    expect(read(Buffer.from([1]), "application/zip").content).toMatchObject([
      { type: "resource", resource: { uri: "http://h/x", mimeType: "application/zip", blob: "AQ==" } },
    ]);
    expect(read(Buffer.from([0xff, 0xfe]), undefined).content).toMatchObject([
      { resource: { mimeType: "application/octet-stream" } },
    ]);
  });

  test("of too many bytes is only described", () => {
    expect(texts(read(new Uint8Array(300_000), "application/zip"))).toEqual([
      "The response has 300000 bytes of application/zip; the limit is 262144.",
    ]);
  });

  test("without content has a note, and the address of a created resource", () => {
    expect(texts(read("", undefined, { Location: "/things/7" }))).toEqual([
      "Done (200), no content.",
      "Location: /things/7",
    ]);
  });

  test("of a long text is cut, with advice for a shorter response", () => {
    const response = read("line\n".repeat(30_000), "text/plain");
    const [shown, note] = texts(response);
    expect(response.value).toBe(shown);
    expect(shown?.length).toBeLessThanOrEqual(maximumResponseCharacters);
    expect(note).toBe(`Cut: the first ${shown?.length} of 150000 characters are shown. Ask for less with limit.`);
  });

  test("of a long list stays JSON without the last items", () => {
    const items = Array.from({ length: 5000 }, (_, id) => ({ id, name: "x".repeat(40) }));
    const { text, value, note } = shortenResponseJson({ meta: { total: 5000 }, items }, "Ask for less.");
    expect(text.length).toBeLessThanOrEqual(maximumResponseCharacters);
    expect(JSON.parse(text)).toEqual(value);
    expect(note).toMatch(/^Cut: \d{4} of 5000 items of \/items are shown. Ask for less.$/);
    expect(shortenResponseJson(items, "").note).toMatch(/of the list are shown/);
  });

  test("that is long without a list is cut as text", () => {
    const { text, note, value } = shortenResponseJson({ text: "x".repeat(200_000) }, "");
    expect(text).toHaveLength(maximumResponseCharacters);
    expect(value).toBeUndefined();
    expect(note).toContain("characters are shown");
  });
});

describe("the structured content of a response", () => {
  const content = [{ type: "text" as const, text: "{}" }];
  const answer = { status: 200, content, notes: [], value: { id: "seven" }, text: "{}" };
  const note = "The body is in `text`, because it is too long or differs from the API's document.";

  test("contains the body if it fits", () => {
    expect(addStructuredContent(answer, () => true)).toEqual({
      content,
      structuredContent: { status: 200, body: { id: "seven" } },
    });
  });

  test("contains the body as text if it does not fit the schema", () => {
    expect(addStructuredContent(answer, (value) => !("body" in value))).toEqual({
      content,
      structuredContent: { status: 200, text: "{}", note },
    });
    expect(addStructuredContent(answer, (value) => value.body === null).structuredContent).toEqual({
      ...{ status: 200, body: null, text: "{}", note },
    });
  });

  test("contains the notes, because some clients show a model nothing else", () => {
    const noted = { ...answer, notes: ["Cut: 1 of 2 items are shown.", "Link: </next>"] };
    expect(addStructuredContent(noted, () => true)).toEqual({
      content: [...content, { type: "text", text: "Cut: 1 of 2 items are shown.\nLink: </next>" }],
      structuredContent: { status: 200, body: { id: "seven" }, note: "Cut: 1 of 2 items are shown.\nLink: </next>" },
    });
  });

  test.each([
    ["a list", JSON.stringify(Array.from({ length: 5000 }, (_, id) => ({ id }))), "items of the list"],
    ["a text", JSON.stringify("line\n".repeat(10_000)), "characters"],
  ])("alone contains all of %s that is long; the text says so", (_, body, counted) => {
    const long = read(body, "application/json");
    const { content: blocks, structuredContent } = addStructuredContent({ status: 200, ...long }, () => true);
    const [begin = "", cut] = blocks.map((block) => (block.type === "text" ? block.text : ""));
    expect(structuredContent).toEqual({ status: 200, body: JSON.parse(body) });
    expect(begin.length).toBeGreaterThan(10_000);
    expect(begin.length).toBeLessThanOrEqual(20_000);
    expect(cut).toMatch(new RegExp(`^Cut: .* ${counted}.* The structured content of this result has the rest\\.$`));
  });

  test("and the text both contain a body of at most 20,000 characters", () => {
    const short = read(JSON.stringify("x".repeat(19_998)), "application/json");
    expect(addStructuredContent({ status: 200, ...short }, () => true).content).toEqual(short.content);
  });

  test("is replaced by an error if nothing fits", () => {
    const result = addStructuredContent(answer, () => false);
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("do not repeat it") }, ...content],
    });
  });
});

describe("an error response", () => {
  const credentials = [{ in: "header" as const, name: "X", value: "v", secret: "v", variables: ["SHOP_API_KEY"] }];
  const refusal = { statusText: "", text: "", retryAfter: null, host: "h", credentials };
  const lines = (status: number, more = {}) => formatUpstreamFailure({ ...refusal, status, ...more }).split("\n");

  test.each([
    [
      '{"type":"about:blank","title":"Invalid","detail":"name is short","errors":[{"pointer":"/name","message":"too short"}]}',
      "Invalid - name is short - /name: too short",
    ],
    ['{"error":{"message":"No such customer","code":"x"}}', "No such customer"],
    ['{"error":"invalid_grant","error_description":"expired"}', "expired - invalid_grant"],
    [
      '{"message":"Validation Failed","errors":[{"resource":"Issue","field":"title","code":"missing_field"}]}',
      "Validation Failed - title: missing_field",
    ],
    ['{"detail":[{"loc":["body","age"],"msg":"value is not an integer"}]}', "body/age: value is not an integer"],
    ['{"detail":"Not found."}', "Not found."],
    ['{"errors":{"email":["is invalid","is taken"]}}', "email: is invalid, is taken"],
    ['{"fault":{"faultstring":"Quota exceeded"}}', "Quota exceeded"],
    ['["one","two"]', "one; two"],
    ['{"code":7}', '{"code":7}'],
    ["plain words", "plain words"],
    [
      "<!DOCTYPE html><html><head><title>502 Bad\n Gateway</title></head><body>...</body></html>",
      'a web page titled "502 Bad Gateway"',
    ],
    ["<html><body>no title</body></html>", "a web page instead of an answer of the API"],
    [`<html>${"<title".repeat(1_000_000)}`, "a web page instead of an answer of the API"],
    ["", ""],
  ])("is reduced to the upstream's message: %s", (text, expected) => {
    expect(readUpstreamMessage(text)).toBe(expected);
  });

  test("is limited in length", () => {
    expect(readUpstreamMessage("x".repeat(5000))).toHaveLength(2022);
  });

  test("is reported with advice", () => {
    expect(lines(422, { statusText: "Unprocessable Entity", text: '{"message":"bad"}' })).toEqual([
      "h answered 422 Unprocessable Entity.",
      "It says: bad",
      "Change the input as the message says and call again.",
    ]);
    expect(lines(401)[1]).toContain("The credential in SHOP_API_KEY was not accepted");
    expect(lines(401, { credentials: [] })[1]).toContain("No credential was sent");
    expect(lines(403)[1]).toContain("SHOP_API_KEY may not do this");
    expect(lines(404)[1]).toContain("Check the ids");
    expect(lines(429, { retryAfter: "30" })[1]).toBe("Too many calls: wait 30 s.");
    expect(lines(503)[1]).toContain("Try again later");
  });
});
