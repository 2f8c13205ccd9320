import { expect, test } from "vitest";
import { isPrivateHostname } from "../../../../src/text/hosts/isLoopbackHostname.ts";

const privateHosts = ["localhost", "127.0.0.1", "[::1]", "10.0.0.5", "172.31.0.1", "192.168.1.20", "[fd12:3456::1]"];

test.each([...privateHosts, "gotify", "nas.local", "Router.LAN", "vault.internal"])("%s is private", (hostname) => {
  expect(isPrivateHostname(hostname)).toBe(true);
});

test.each(["example.com", "10.example.com", "172.32.0.1", "8.8.8.8", "local.example.com", "[2001:db8::1]", "fd00.dev"])(
  "%s is public",
  (hostname) => {
    expect(isPrivateHostname(hostname)).toBe(false);
  },
);
