import { expect, test } from "vitest";
import { readHostName } from "../../../src/text/hostName.ts";

test.each([
  ["api.example.com", "api.example.com"],
  ["API.Example.com:8443", "api.example.com:8443"],
  ["https://api.example.com/v1?a=b", "api.example.com:443"],
  ["http://api.example.com", "api.example.com:80"],
  ["127.0.0.1:8080", "127.0.0.1:8080"],
  ["[::1]:8080", "[::1]:8080"],
  // The default ports of http and https are ports like any other.
  ["api.example.com:80", "api.example.com:80"],
  ["api.example.com:443", "api.example.com:443"],
])("reads %s as %s", (text, host) => {
  expect(readHostName(text)).toBe(host);
});

test.each(["", " ", "a b", "a/b", "user@a", "a:b", "a:99999", "https://", "*.example.com/", "a,b c"])(
  "reads no host from %j",
  (text) => {
    expect(readHostName(text)).toBeUndefined();
  },
);
