import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import {
  createAddressMatcher,
  getAddressZone,
  getReachedZone,
  isCloserZone,
  readIpv6Groups,
} from "../../../../src/service/network/addressZone.ts";
import { createSocketPair } from "../../../../src/service/network/socketPair.ts";
import { waitUnlessAborted } from "../../../../src/service/network/waitUnlessAborted.ts";
import { testResults } from "../../../support/testResults.ts";

const own = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
const match = (networks: readonly string[], address: string) => createAddressMatcher(networks)(address);

test.each([
  [
    "public",
    ["1.1.1.1", "172.32.0.1", "2606:4700::1", "2002:101:101::", "64:ff9b::101:101", "::101:101", "::ffff:0:101:101"],
  ],
  [
    "private",
    [
      "10.1.2.3",
      "172.16.0.1",
      "172.31.0.1",
      "::ffff:10.0.0.1",
      "192.168.0.1",
      "100.64.0.1",
      "fd12::1",
      "2002:a01:203::1",
      "64:ff9b:1::a01:203",
    ],
  ],
  ["loopback", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1"]],
  [
    "never",
    [
      "0.0.0.0",
      "169.254.169.254",
      "100.100.100.200",
      "::",
      "fe80::1",
      "255.255.255.255",
      "ff02::1",
      "2002:a9fe:a9fe::1",
      "64:ff9b:1:5db8:d8:2200::",
      "fd00:ec2::254",
      "64:ff9b:1:1::101:101",
    ],
  ],
])("the zone %s has %j", (zone, addresses) => {
  expect(addresses.map((address) => [address, getAddressZone(address)])).toEqual(
    addresses.map((address) => [address, zone]),
  );
});

test("the metadata addresses of clouds are never allowed, also in private networks", () => {
  const metadata = [
    "169.254.170.2",
    "fd00:ec2::254",
    "fd00:ec2::23",
    "fd20:ce::254",
    "fd00:c1::a9fe:a9fe",
    "fd00:42::42",
    "100.100.100.200",
    "192.0.0.192",
    "168.63.129.16",
    "64:ff9b::6464:64c8",
  ];
  for (const address of metadata) expect([address, getAddressZone(address)]).toEqual([address, "never"]);
});

testResults([
  [() => own.map(getReachedZone).filter((zone) => zone !== "loopback" && zone !== "never"), []],
  [() => [getReachedZone("1.1.1.1"), getReachedZone("0.0.0.0")], ["public", "never"]],
  [() => readIpv6Groups("1:2::7:8"), [1, 2, 0, 0, 0, 0, 7, 8]],
  [() => isCloserZone("public", "private"), true],
  [() => isCloserZone("private", "private"), false],
  [() => isCloserZone("loopback", "public"), false],
  [() => match(["10.0.0.5"], "10.0.0.5"), true],
  [() => match(["10.0.0.5"], "10.0.0.6"), false],
  [() => match(["10.0.0.0/8"], "10.9.9.9"), true],
  [
    () => [match(["::1"], "::1"), match(["::1"], "::2"), match(["10.0.0.0/8"], "host"), match(["::/0"], "host")],
    [true, false, false, false],
  ],
  [() => waitUnlessAborted(Promise.resolve(1), new AbortController().signal), 1],
]);

test("a wait ends with the reason of its signal, also of one that is aborted already", async () => {
  const stop = new AbortController();
  const waiting = waitUnlessAborted(new Promise(() => {}), stop.signal);
  stop.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  await expect(waitUnlessAborted(new Promise(() => {}), stop.signal)).rejects.toThrow("enough");
});

test("two sockets are connected to each other", async () => {
  const [one, other] = await createSocketPair();
  one.end("hello");
  let text = "";
  for await (const chunk of other) text += String(chunk);
  expect(text).toBe("hello");
  // The other half is still open.
  other.end("back");
  text = "";
  for await (const chunk of one) text += String(chunk);
  expect(text).toBe("back");
});
