import { describe, expect, test } from "vitest";
import {
  readServiceUrl,
  readUrlHost,
  readUrlOrigin,
} from "../../../../../src/extension/connection/model/connection.ts";

const secure = (baseUrl: string) => ({ kind: "secure", baseUrl });

describe("a service's URL", () => {
  test.each([
    ["https://api.example.com", "https://api.example.com"],
    ["  api.example.com/  ", "https://api.example.com"],
    ["https://example.com/fairlead/api/v1/", "https://example.com/fairlead"],
    ["https://example.com/api", "https://example.com"],
    ["https://example.com//elsewhere.test", "https://example.com/elsewhere.test"],
    ["localhost:8080", "http://localhost:8080"],
    ["http://127.0.0.1:3000/", "http://127.0.0.1:3000"],
    ["http://[::1]:3000", "http://[::1]:3000"],
    ["[::1]:3000", "http://[::1]:3000"],
    ["LocalHost.:8080", "http://localhost.:8080"],
    ["pets.localhost:8080", "http://pets.localhost:8080"],
  ])("%j is read as %j", (typed, baseUrl) => {
    expect(readServiceUrl(typed)).toEqual(secure(baseUrl));
  });

  test("without encryption is reported, except on a loopback host", () => {
    expect(readServiceUrl("http://example.com").kind).toBe("plain");
    expect(readServiceUrl("http://127.0.0.1.example.com").kind).toBe("plain");
  });

  test.each([
    ["", /Enter/],
    ["ftp://example.com", /https/],
    ["https://user:word@example.com", /password/],
    ["https://example.com/?key=1", /\?/],
    ["https://", /URL/],
  ])("%j is rejected", (typed, reason) => {
    expect(readServiceUrl(typed)).toMatchObject({ kind: "unusable", reason: expect.stringMatching(reason) });
  });
});

test("a URL that only one of Node's URL parsers accepts is rejected", () => {
  const ambiguous = `http://http0.${"10.".repeat(5460)}1I`;
  expect(readServiceUrl(ambiguous).kind).toBe("unusable");
  expect([readUrlOrigin(ambiguous), readUrlHost(ambiguous)]).toEqual([undefined, ambiguous]);
});
