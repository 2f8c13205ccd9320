import { expect, test } from "vitest";
import { isLoopbackHostname } from "../../../../src/text/hosts/isLoopbackHostname.ts";

test.each([
  ["localhost", "localhost"],
  ["localhost in capitals", "LocalHost"],
  ["localhost with a final dot", "localhost."],
  ["a subdomain of localhost", "pets.localhost"],
  ["a subdomain of localhost with a final dot", "pets.localhost."],
  ["the first address of 127.0.0.0/8", "127.0.0.0"],
  ["the usual address of 127.0.0.0/8", "127.0.0.1"],
  ["the last address of 127.0.0.0/8", "127.255.255.255"],
  ["::1", "::1"],
  ["::1 in brackets", "[::1]"],
])("%s is this machine", (_form, hostname) => {
  expect(isLoopbackHostname(hostname)).toBe(true);
});

test.each([
  "",
  "example.com",
  "localhost.example.com",
  "notlocalhost",
  "127.0.0.1.example.com",
  "128.0.0.1",
  "10.0.0.1",
  "::2",
  "[2001:db8::1]",
])("%j is another machine", (hostname) => {
  expect(isLoopbackHostname(hostname)).toBe(false);
});
