import { expect, test } from "vitest";
import { readHostName } from "../../../../src/text/hosts/hostName.ts";

test.each([
  ["api.example.com", "api.example.com"],
  ["API.Example.com", "api.example.com"],
  ["api.example.com:8443", "api.example.com:8443"],
  ["https://api.example.com/v1?x=1", "api.example.com:443"],
  ["http://api.example.com", "api.example.com:80"],
  ["wss://api.example.com:9443/events", "api.example.com:9443"],
  ["postgres://db.example.com/app", "db.example.com"],
  ["postgres://user:word@db.example.com:5432/app", "db.example.com:5432"],
  ["[::1]:8080", "[::1]:8080"],
  ["10.0.0.5", "10.0.0.5"],
  ["127.0.0.1:8080", "127.0.0.1:8080"],
  // The default ports of http and https are ports like any other.
  ["api.example.com:80", "api.example.com:80"],
  ["api.example.com:443", "api.example.com:443"],
])("%s is read as %s", (text, host) => {
  expect(readHostName(text)).toBe(host);
});

test.each([
  "",
  " ",
  "a b",
  "a:b",
  "https://*.example.com/",
  "user@host",
  "host/path",
  "host?x",
  "https://",
  "*",
  "host:99999",
  "two,hosts",
])("%j is no host", (text) => {
  expect(readHostName(text)).toBeUndefined();
});
