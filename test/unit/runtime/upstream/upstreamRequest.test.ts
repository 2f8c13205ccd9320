import { describe, expect, test } from "vitest";
import type { ParameterDefinition, RequestDefinition } from "../../../../src/runtime/definition.ts";
import type { UpstreamCredential } from "../../../../src/runtime/upstream/upstreamCredentials.ts";
import { createUpstreamRequest } from "../../../../src/runtime/upstream/upstreamRequest.ts";

const defaults = { path: "simple", header: "simple", query: "form", cookie: "form" } as const;

function parameter(
  location: ParameterDefinition["in"],
  name: string,
  more: Partial<ParameterDefinition> = {},
): ParameterDefinition {
  return { name, in: location, property: name, style: defaults[location], explode: false, ...more };
}

function build(
  definition: Partial<RequestDefinition>,
  input: Record<string, unknown> = {},
  { base = "https://api.example.com/v1", credentials = [] }: { base?: string; credentials?: UpstreamCredential[] } = {},
) {
  const whole = { method: "get", path: "/things", parameters: [], accept: [], security: [], ...definition };
  const request = createUpstreamRequest(whole, { base: new URL(base), input, credentials });
  return { ...request, url: request.url.href, headers: Object.fromEntries(request.headers) };
}

const body = (contentTypes: string[], more: Partial<NonNullable<RequestDefinition["body"]>> = {}) => ({
  method: "post",
  body: { property: "body", required: true, contentTypes, ...more },
});
const text = (bytes: string | Uint8Array | undefined) => Buffer.from(bytes ?? "").toString();

test("a parameter that was not given is not sent, whatever its name", () => {
  const { url } = build({ parameters: [parameter("query", "constructor"), parameter("query", "valueOf")] });
  expect(url).toBe("https://api.example.com/v1/things");
});

describe("the address of a request", () => {
  test("is the base, the path with its values, and the query", () => {
    const parameters = [parameter("path", "id"), parameter("query", "q", { property: "search" })];
    const { url, method } = build({ path: "/things/{id}", parameters }, { id: "a b/c", search: "x&y=z" });
    expect(url).toBe("https://api.example.com/v1/things/a%20b%2Fc?q=x%26y%3Dz");
    expect(method).toBe("GET");
  });

  test("joins base and path with exactly one slash", () => {
    expect(build({ path: "things" }, {}, { base: "https://h/" }).url).toBe("https://h/things");
    expect(build({ path: "/things" }, {}, { base: "https://h/a/b/" }).url).toBe("https://h/a/b/things");
  });

  test("keeps the queries of the base and of the path", () => {
    const { url } = build(
      { path: "/things?kind=1", parameters: [parameter("query", "q")] },
      { q: 2 },
      { base: "https://h/a?v=9" },
    );
    expect(url).toBe("https://h/a/things?kind=1&v=9&q=2");
  });

  test("contains several values in one segment", () => {
    const parameters = [parameter("path", "base"), parameter("path", "head")];
    const { url } = build({ path: "/compare/{base}...{head}", parameters }, { base: "main", head: "next" });
    expect(url).toBe("https://api.example.com/v1/compare/main...next");
  });

  test.each(["..", ".", "%2e%2E", ".%2e"])("rejects the path value %s", (id) => {
    const parameters = [parameter("path", "id", { allowReserved: true })];
    expect(() => build({ path: "/things/{id}/parts", parameters }, { id })).toThrow('must not be "." or ".."');
  });

  test("rejects an empty path value", () => {
    const definition = { path: "/things/{id}", parameters: [parameter("path", "id")] };
    expect(() => build(definition, { id: "" })).toThrow("/id must not be empty");
    expect(() => build(definition, {})).toThrow("needs a value for id");
  });

  test("serializes a parameter by its media type", () => {
    const parameters = [parameter("query", "filter", { content: "application/json" })];
    expect(decodeURIComponent(build({ parameters }, { filter: { a: [1] } }).url)).toContain('?filter={"a":[1]}');
  });
});

describe("the headers of a request", () => {
  test("contain values unescaped, and lists with commas", () => {
    const parameters = [parameter("header", "X-Tags"), parameter("header", "X-Map", { explode: true })];
    const { headers } = build({ parameters }, { "X-Tags": ["a b", "c"], "X-Map": { k: 1, l: 2 } });
    expect(headers).toMatchObject({ "x-tags": "a b,c", "x-map": "k=1,l=2" });
  });

  test("reject line breaks in values", () => {
    const attempt = () => build({ parameters: [parameter("header", "X-A")] }, { "X-A": "1\r\nX-B: 2" });
    expect(attempt).toThrow("/X-A holds characters that the header X-A cannot carry.");
  });

  test("contain all cookies in one header", () => {
    const parameters = [parameter("cookie", "a"), parameter("cookie", "b")];
    expect(build({ parameters }, { a: "x;y", b: [1, 2] }).headers.cookie).toBe("a=x%3By; b=1,2");
  });

  test("accept the declared types in order, and any type last", () => {
    expect(build({ accept: ["application/json", "text/csv"] }).headers.accept).toBe(
      "application/json, text/csv;q=0.9, */*;q=0.1",
    );
    expect(build({ accept: [] }).headers.accept).toBe("*/*");
  });

  test("contain the credential, which no input can replace", () => {
    const credentials: UpstreamCredential[] = [
      { in: "header", name: "X-Key", value: "secret", secret: "", variables: ["KEY"] },
      { in: "query", name: "key", value: "se&cret", secret: "", variables: ["KEY"] },
      { in: "cookie", name: "sid", value: "abc", secret: "", variables: ["KEY"] },
    ];
    const request = build({ parameters: [parameter("header", "x-key")] }, { "x-key": "mine" }, { credentials });
    expect(request.headers).toMatchObject({ "x-key": "secret", cookie: "sid=abc" });
    expect(request.url).toBe("https://api.example.com/v1/things?key=se%26cret");
  });
});

describe("a credential in a cookie", () => {
  const send = (value: string, name = "sid") =>
    build({}, {}, { credentials: [{ in: "cookie", name, value, secret: value, variables: ["KEY"] }] }).headers.cookie;

  test.each(["a%2Fb", "a/b+c=", "aGk=", "eyJ.x_y-z~!#$&'()*:<>?@[]^`{|}", '"a=b"', ""])(
    "is sent as it was given: %s",
    (value) => {
      expect(send(value)).toBe(`sid=${value}`);
    },
  );

  test.each(["a b", "a;b", "a; admin=1", "a,b", 'a"b', '"a', "a\\b"])(
    "is refused by name, not changed: %s",
    (value) => {
      expect(() => send(value)).toThrow("The value of KEY cannot be sent as a cookie");
      expect(() => send(value)).not.toThrow(value);
    },
  );

  test.each(["a b", "a=b", "a;b", "", "ä"])("is refused if its name is not a name of a cookie: %s", (name) => {
    expect(() => send("x", name)).toThrow("The cookie of KEY has a name that no cookie can have.");
  });
});

describe("the body of a request", () => {
  test("is JSON for JSON types", () => {
    const request = build(body(["application/merge-patch+json"]), { body: { a: null } });
    expect(request.body).toBe('{"a":null}');
    expect(request.headers["content-type"]).toBe("application/merge-patch+json");
  });

  test("is absent if the input has none", () => {
    const request = build(body(["application/json"], { required: false }), {});
    expect(request.body).toBeUndefined();
    expect(request.headers).not.toHaveProperty("content-type");
  });

  test("has the type that the input selects, else the preferred type", () => {
    const definition = body(["application/json", "text/plain"], { contentTypeProperty: "contentType" });
    expect(build(definition, { body: "a" }).body).toBe('"a"');
    expect(build(definition, { body: "a", contentType: "text/plain" }).body).toBe("a");
  });

  test("is a form with the encoding of each property", () => {
    const encoding = {
      list: { style: "form", explode: false },
      deep: { style: "deepObject", explode: true },
      object: { contentType: "application/json" },
    };
    const value = { name: "a b&c", list: [1, 2], plain: [1, 2], deep: { k: "v" }, object: { x: 1 }, none: null };
    const request = build(body(["application/x-www-form-urlencoded"], { encoding }), { body: value });
    expect(request.body).toBe("name=a%20b%26c&list=1,2&plain=1&plain=2&deep%5Bk%5D=v&object=%7B%22x%22%3A1%7D");
  });

  test("is multipart, with file names for bytes and none for the rest", async () => {
    const definition = body(["multipart/form-data"], {
      binary: ["file", "more"],
      encoding: { file: { contentType: "image/png, image/jpeg" } },
    });
    const bytes = Buffer.from([0, 255, 13, 10]);
    const value = {
      name: 'a "b"',
      meta: { x: 1 },
      tags: ["p", "q"],
      file: { data: bytes.toString("base64") },
      more: [{ data: "AA==", filename: "a.txt", mediaType: "text/plain" }, { data: "iVBORw0KGgo=" }],
    };
    const request = build(definition, { body: value });
    const form = await new Response(Buffer.from(request.body ?? ""), {
      headers: { "Content-Type": request.headers["content-type"] ?? "" },
    }).formData();
    expect(form.get("name")).toBe('a "b"');
    expect(form.get("meta")).toBe('{"x":1}');
    expect(form.getAll("tags")).toEqual(["p", "q"]);
    const file = form.get("file");
    expect(file).toMatchObject({ name: "file", type: "image/png" });
    expect(file instanceof Blob && Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
    expect(form.getAll("more")).toMatchObject([
      { name: "a.txt", type: "text/plain" },
      { name: "more", type: "image/png" },
    ]);
    expect(() => build(definition, { body: { file: { data: "not base64!" } } })).toThrow(
      "/body/file/data must be base64 text",
    );
    expect(() => build(definition, { body: { file: "AA==" } })).toThrow("/body/file/data must hold the bytes");
    expect(text(request.body)).toContain('name="meta"\r\nContent-Type: application/json\r\n\r\n{"x":1}');
  });

  test("is bytes, given as base64", () => {
    const definition = body(["application/octet-stream"], { binary: [""] });
    expect(build(definition, { body: "aGk=" }).body).toEqual(Buffer.from("hi"));
    expect(build(definition, { body: "data:text/plain;base64,aGk=" }).body).toEqual(Buffer.from("hi"));
    expect(() => build(definition, { body: "not base64!" })).toThrow("/body must be base64 text");
  });

  test("is text or a document, unchanged", () => {
    expect(build(body(["application/xml"]), { body: "<a/>" }).body).toBe("<a/>");
    expect(build(body(["text/plain"]), { body: 5 }).body).toBe("5");
    expect(() => build(body(["application/xml"]), { body: { a: 1 } })).toThrow(
      "/body must be a string: the application/xml document itself",
    );
  });

  test("gets a concrete type for a range", () => {
    expect(build(body(["*/*"]), { body: { a: 1 } }).headers["content-type"]).toBe("application/json");
    expect(build(body(["text/*"]), { body: "a" }).headers["content-type"]).toBe("text/plain");
  });

  test("of bytes has the type that they show, if it is declared", () => {
    const typeOf = (types: string[], bytes: string, input = {}) => {
      const definition = body(types, { binary: [""], contentTypeProperty: "type" });
      const request = build(definition, { body: Buffer.from(bytes, "latin1").toString("base64"), ...input });
      return request.headers["content-type"];
    };
    const png = "\x89PNG\r\n\x1A\n";
    expect(typeOf(["image/*"], png)).toBe("image/png");
    expect(typeOf(["*/*"], "%PDF-1.7")).toBe("application/pdf");
    expect(typeOf(["image/jpeg", "image/png"], png)).toBe("image/png");
    expect(typeOf(["image/jpeg", "image/png"], png, { type: "image/jpeg" })).toBe("image/jpeg");
    expect(typeOf(["image/*"], "%PDF-1.7")).toBe("application/octet-stream");
    expect(typeOf(["image/jpeg"], png)).toBe("image/jpeg");
  });

  test("is rejected for a method without body", () => {
    expect(() => build({ ...body(["application/json"]), method: "get" }, { body: {} })).toThrow(
      "a GET request has no body",
    );
  });
});
