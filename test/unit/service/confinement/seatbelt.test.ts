import { expect, test } from "vitest";
import { createSeatbeltProfile } from "../../../../src/service/confinement/seatbelt.ts";

const node = "/opt/homebrew/Cellar/node/24.0.0/bin/node";
const library = "/opt/homebrew/lib/libuv.1.dylib";

function createProfile(access: Partial<Parameters<typeof createSeatbeltProfile>[2]> = {}): string[] {
  return createSeatbeltProfile(node, [node, library], { folder: "/private/var/servers/1", ...access }).split("\n");
}

test("a profile denies everything but what it lists", () => {
  expect(createProfile().slice(0, 2)).toEqual(["(version 1)", "(deny default)"]);
  expect(createProfile().filter((rule) => rule.startsWith("(allow file-read*"))).toEqual([
    `(allow file-read* file-map-executable (subpath "${node}"))`,
    `(allow file-read* file-map-executable (subpath "${library}"))`,
    '(allow file-read* (subpath "/private/var/servers/1"))',
  ]);
  expect(createProfile().join("\n")).not.toContain("file-write");
});

test("what Apple's own list allows of processes and networks is denied after it", () => {
  const rules = createProfile({ socket: "/private/tmp/f/1", ports: [4711] });
  for (const denied of ["(deny process-fork)", "(deny network*)"])
    expect(rules.indexOf(denied)).toBeGreaterThan(rules.indexOf('(import "system.sb")'));
  expect(rules.filter((rule) => rule.startsWith("(allow network"))).toEqual([
    '(allow network-outbound (remote unix-socket (literal "/private/tmp/f/1")))',
    '(allow network-bind network-inbound (local ip "localhost:4711"))',
    '(allow network-outbound (remote ip "localhost:4711"))',
  ]);
  expect(createProfile().join("\n")).not.toContain("(allow network");
});

test("only the scratch folder can be written", () => {
  expect(createProfile({ scratch: "/private/tmp/s" }).filter((rule) => rule.includes("file-write"))).toEqual([
    '(allow file-read* file-write* (subpath "/private/tmp/s"))',
  ]);
});

test("a path cannot add rules", () => {
  expect(createProfile({ folder: '/tmp/a")) (allow default) (x "\\' })).toContain(
    String.raw`(allow file-read* (subpath "/tmp/a\")) (allow default) (x \"\\"))`,
  );
});
