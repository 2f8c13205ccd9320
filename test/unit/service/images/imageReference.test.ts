import { expect, test } from "vitest";
import { formatImageReference, parseImageReference } from "../../../../src/service/images/imageReference.ts";

const digest = `sha256:${"0".repeat(64)}`;

test.each([
  ["node", "docker.io/library/node:latest"],
  ["node:24-slim", "docker.io/library/node:24-slim"],
  ["acme/node", "docker.io/acme/node:latest"],
  ["docker.io/node:24", "docker.io/library/node:24"],
  ["ghcr.io/acme/team/node:1.0_x", "ghcr.io/acme/team/node:1.0_x"],
  ["localhost:5000/node", "localhost:5000/node:latest"],
  ["127.0.0.1:5000/a/b:c", "127.0.0.1:5000/a/b:c"],
  ["registry:5000/node", "registry:5000/node:latest"],
  ["[::1]:5000/node", "[::1]:5000/node:latest"],
  [`node@${digest}`, `docker.io/library/node@${digest}`],
  [`quay.io/x/node:24@${digest}`, `quay.io/x/node:24@${digest}`],
])("%s is %s", (text, expected) => {
  expect(formatImageReference(parseImageReference(text))).toBe(expected);
});

test.each([
  "",
  "Node",
  "node:",
  "node@sha256:12",
  "https://ghcr.io/node",
  "a//b",
  "user:pw@host/node",
  "node:24 ",
  "../node",
])("%j is refused with an example", (text) => expect(() => parseImageReference(text)).toThrow(`not "${text}"`));
