import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { startToolServer, type ToolServerOptions } from "../../support/servers/toolServer.ts";
import { type ReceivedRequest, sendJson } from "../../support/servers/upstream.ts";

type Tool = NonNullable<ToolServerOptions["tool"]>;

const query = (name: string) => ({ name, property: name, in: "query", style: "form", explode: true }) as const;
const list = (pages: NonNullable<NonNullable<Tool["response"]>["pages"]>, more: Tool["response"] = {}): Tool => ({
  inputSchema: {
    type: "object",
    properties: { cursor: { type: "string" }, page: { type: "integer" }, limit: { type: "integer" } },
    additionalProperties: false,
  },
  request: { path: "/pets", parameters: ["cursor", "page", "limit"].map(query) },
  response: { pages, ...more },
});
const cursor = { items: "/data", next: "/next_cursor", property: "cursor", size: "limit" };

type Answer = (page: URLSearchParams, response: ServerResponse, request: ReceivedRequest) => void;
const startServer = async (tool: Tool, answer: Answer) => {
  const started = await startToolServer(
    (request, response) => answer(new URL(request.target, "http://api").searchParams, response, request),
    { tool },
  );
  return { ...started, targets: () => started.upstream.received.map(({ target }) => target) };
};

const readBody = (text: string): unknown =>
  JSON.parse(text.slice(0, text.search(/\n(\d+ pages|More|The )/) + 1 || undefined));

/** Three pages of two pets, with strings as cursors. */
const threePages: Answer = (page, response) => {
  const number = Number(page.get("cursor") ?? "1");
  const next_cursor = number < 3 ? String(number + 1) : null;
  sendJson(response, { data: [{ id: 2 * number - 1 }, { id: 2 * number }], next_cursor });
};

describe("the pages of a list", () => {
  test("are joined until the API names no next one", async () => {
    const { call, targets } = await startServer(list(cursor), threePages);
    const { text } = await call();
    expect(readBody(text)).toEqual({ data: [1, 2, 3, 4, 5, 6].map((id) => ({ id })), next_cursor: null });
    expect(text).toContain("3 pages are joined: 6 entries.");
    expect(text).not.toContain("More:");
    expect(targets()).toEqual(["/pets", "/pets?cursor=2", "/pets?cursor=3"]);
  });

  test("end at the limit of the tool, and the answer has the input of the next one", async () => {
    const { call } = await startServer(list(cursor, { maxCharacters: 100 }), threePages);
    const { text } = await call();
    expect(readBody(text)).toMatchObject({ data: [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }] });
    expect(text).toContain('More: call again with {"cursor":"3"}.');
    expect(readBody((await call({ cursor: "3" })).text)).toMatchObject({ data: [{ id: 5 }, { id: 6 }] });
  });

  test("are not joined if the caller sets their size", async () => {
    const { call, targets } = await startServer(list(cursor), threePages);
    const { text } = await call({ limit: 2 });
    expect(readBody(text)).toMatchObject({ data: [{ id: 1 }, { id: 2 }] });
    expect(text).toContain('More: call again with {"cursor":"2"}.');
    expect(targets()).toEqual(["/pets?limit=2"]);
  });

  test("end where the API names one again", async () => {
    const { call, targets } = await startServer(list(cursor), (_, response) =>
      sendJson(response, { data: [{ id: 1 }], next_cursor: "same" }),
    );
    const { text } = await call();
    expect(text).toContain("names a page again");
    expect(text).not.toContain("More:");
    expect(targets()).toEqual(["/pets", "/pets?cursor=same"]);
  });

  test("that fail leave those before them, with the way to go on", async () => {
    const { call } = await startServer(list(cursor), (page, response) =>
      page.has("cursor")
        ? sendJson(response, { message: "slow down" }, 429)
        : sendJson(response, { data: [{ id: 1 }], next_cursor: "2" }),
    );
    const result = await call();
    expect(result.isError).toBeFalsy();
    expect(readBody(result.text)).toMatchObject({ data: [{ id: 1 }] });
    expect(result.text).toContain("The next page could not be read: the API answered 429.");
    expect(result.text).toContain('More: call again with {"cursor":"2"}.');
  });

  test("follow the header Link by its inputs only, whatever its address is", async () => {
    const { call, targets } = await startServer(list({ items: "", next: "Link", size: "limit" }), (page, response) => {
      const number = Number(page.get("page") ?? "1");
      const next = `<https://other.example.com/x?page=${number + 1}&limit=30&secret=1>; rel="next"`;
      if (number < 3) response.setHeader("Link", `<https://other.example.com/x?page=9>; rel="last", ${next}`);
      sendJson(response, [number]);
    });
    const { text } = await call();
    expect(text).toMatch(/^\[\s*1,\s*2,\s*3\s*\]\n3 pages are joined: 3 entries\.$/);
    expect(targets()).toEqual(["/pets", "/pets?page=2", "/pets?page=3"]);
  });

  test("follow a URL in the answer, and the id of the last entry where the answer says that it has more", async () => {
    const byUrl = await startServer(list({ items: "/items", next: "/links/next" }), (page, response) =>
      sendJson(response, { items: [page.get("page")], links: page.has("page") ? {} : { next: "/pets?page=2" } }),
    );
    expect(readBody((await byUrl.call()).text)).toEqual({ items: [null, "2"], links: {} });
    const last = { items: "/data", next: "/has_more", property: "cursor", lastKey: "id" };
    const byId = await startServer(list(last), (page, response) =>
      sendJson(response, { data: [{ id: page.get("cursor") ?? "a" }], has_more: !page.has("cursor") }),
    );
    await byId.call();
    expect(byId.targets()).toEqual(["/pets", "/pets?cursor=a"]);
  });

  test("count by the fields that the tool returns, and keep numbers exact", async () => {
    const { call } = await startServer(
      list(cursor, { maxCharacters: 200, fields: { keep: ["$.data[*].id"] } }),
      (page, response) => {
        const next = page.has("cursor") ? "null" : '"2"';
        response.setHeader("Content-Type", "application/json");
        response.end(`{"data":[{"id":12345678901234567890,"text":"${"x".repeat(300)}"}],"next_cursor":${next}}`);
      },
    );
    const { text } = await call();
    expect(text.match(/12345678901234567890/g)).toHaveLength(2);
    expect(text).toContain("2 pages are joined");
  });

  test("are read with the character set that the API names", async () => {
    const { call } = await startServer(list(cursor), (page, response) => {
      response.setHeader("Content-Type", "application/json; charset=ISO-8859-1");
      response.end(
        Buffer.from(JSON.stringify({ data: ["é"], next_cursor: page.has("cursor") ? null : "2" }), "latin1"),
      );
    });
    const { text } = await call();
    expect(readBody(text)).toEqual({ data: ["é", "é"], next_cursor: null });
  });

  test("follow a cursor that begins with a slash, as base64 may", async () => {
    const { call, targets } = await startServer(list(cursor), (page, response) =>
      sendJson(response, { data: [1], next_cursor: page.has("cursor") ? null : "/wEA+w==" }),
    );
    await call();
    expect(targets()).toEqual(["/pets", "/pets?cursor=%2FwEA%2Bw%3D%3D"]);
  });

  test("whose first one is cut are not continued, because the next one lacks what is cut", async () => {
    const { call, targets } = await startServer(list(cursor, { maxCharacters: 100 }), (_, response) =>
      sendJson(response, { data: Array.from({ length: 50 }, (_, id) => ({ id })), next_cursor: "2" }),
    );
    const { text } = await call();
    expect(text).toContain("Cut:");
    expect(text).not.toContain("More:");
    expect(targets()).toHaveLength(1);
  });
});
