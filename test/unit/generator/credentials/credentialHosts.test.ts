import { describe, expect, test } from "vitest";
import { createDocument, generateFromValidDocument } from "../../../support/documents/generateFromDocument.ts";

const securitySchemes = {
  key: { type: "apiKey", in: "header", name: "X-Key" },
  token: { type: "http", scheme: "bearer" },
};
const generate = (servers: unknown, paths: object, options: Parameters<typeof generateFromValidDocument>[1] = {}) =>
  generateFromValidDocument(
    createDocument({}, { servers, paths, security: [{ key: [] }], components: { securitySchemes } }),
    options,
  );
const hostsOf = (...parameters: Parameters<typeof generate>) =>
  Object.fromEntries(
    generate(...parameters).variables.flatMap(({ name, hosts }) => (hosts === undefined ? [] : [[name, hosts]])),
  );
const operation = (url?: string, security?: object[]) => ({
  get: { responses: {}, ...(url !== undefined && { servers: [{ url }] }), ...(security && { security }) },
});
const servers = [{ url: "https://api.example.com/v1" }];

describe("the hosts of a credential", () => {
  test("are those of all operations that send it", () => {
    const paths = {
      "/a": operation(),
      "/b": operation("https://upload.example.com"),
      "/c": operation("https://api.example.com/v2"),
      "/d": operation("https://public.example.com", []),
      "/e": operation("https://other.example.com", [{ token: [] }, {}]),
    };
    expect(hostsOf(servers, paths)).toEqual({
      KEY_API_HOSTS: ["api.example.com", "upload.example.com"],
      TOKEN_API_HOSTS: ["other.example.com"],
    });
  });

  test("are those of the chosen operations, or of the base URL in the options", () => {
    const paths = { "/a": operation(), "/b": operation("https://upload.example.com") };
    expect(hostsOf(servers, paths, { include: ["GET /b"] })).toEqual({ KEY_API_HOSTS: ["upload.example.com"] });
    expect(hostsOf(servers, paths, { baseUrl: "https://mine.example.com:8443/x" })).toEqual({
      KEY_API_HOSTS: ["mine.example.com:8443"],
    });
  });

  test("have the defaults of server variables, and are unknown without", () => {
    const templates = [{ url: "https://{a}.example.com", variables: { a: { default: "evil.com/" } } }];
    expect(hostsOf(templates, { "/a": operation() })).toEqual({ KEY_API_HOSTS: ["evil.com"] });
    expect(hostsOf([{ url: "https://{a}.example.com" }], { "/a": operation() })).toEqual({ KEY_API_HOSTS: [] });
    expect(hostsOf([{ url: "/v1" }], { "/a": operation() })).toEqual({ KEY_API_HOSTS: [] });
  });

  test("say that a host is reached without encryption", () => {
    expect(hostsOf([{ url: "http://api.example.com" }], { "/a": operation() })).toEqual({
      KEY_API_HOSTS: ["http://api.example.com"],
    });
  });

  test("are never two in one name", () => {
    expect(hostsOf([{ url: "https://a.example.com,evil.example.com" }], { "/a": operation() })).toEqual({
      KEY_API_HOSTS: [],
    });
  });

  test("are named where the key is asked for, and in the files", () => {
    const paths = Object.fromEntries(
      Array.from({ length: 7 }, (_, index) => [`/${index}`, operation(`https://h${index}.example.com`)]),
    );
    const { variables, files, definition, manifest } = generate(servers, paths);
    expect(variables[0]).toMatchObject({
      name: "API_KEY",
      description: expect.stringContaining("Sent to h0.example.com, h1.example.com, h2.example.com, h3.example.com"),
    });
    expect(variables[0]?.description).toContain("and 2 more, as header X-Key.");
    expect(files.find(({ path }) => path === ".env.example")?.content).toContain(
      "KEY_API_HOSTS=h0.example.com h1.example.com",
    );
    expect(definition.api.security.key).toMatchObject({ hosts: "KEY_API_HOSTS" });
    expect(JSON.stringify(manifest)).toContain('"hosts":["h0.example.com"');
  });
});
