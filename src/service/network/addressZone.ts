import { BlockList, isIP, isIPv4 } from "node:net";
import { networkInterfaces } from "node:os";

/** The network zone of an address. `never` contains the metadata services of clouds and addresses that are not hosts. */
export type AddressZone = "public" | "private" | "loopback" | "never";

/** The metadata services of AWS, Google Cloud, Oracle, Scaleway, Alibaba and Azure outside of the link-local networks. */
const metadataAddresses = [
  "fd00:ec2::254/128",
  "fd00:ec2::23/128",
  "fd20:ce::254/128",
  "fd00:c1::a9fe:a9fe/128",
  "fd00:42::42/128",
  "100.100.100.200/32",
  "192.0.0.192/32",
  "168.63.129.16/32",
] as const;

const notHosts = ["0.0.0.0/8", "169.254.0.0/16", "224.0.0.0/3", "::/128", "fe80::/10", "ff00::/8"] as const;

/** The first zone that contains an address applies. */
const subnets = {
  never: [...notHosts, ...metadataAddresses],
  loopback: ["127.0.0.0/8", "::1/128"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7", "fec0::/10"],
} as const;

/** Created for the first address, because it takes longer than loading the rest of this module. */
let lists: ReturnType<typeof createLists> | undefined;

/** The zone of the host that an address leads to: an IPv6 address may stand for an IPv4 address behind a gateway. */
export function getAddressZone(address: string): AddressZone {
  lists ??= createLists();
  const zone = lists.find(({ contains }) => contains(address))?.zone;
  if (zone !== undefined || isIPv4(address)) return zone ?? "public";
  const groups = readIpv6Groups(address);
  if (isLocalNat64(groups) && groups.slice(3, 6).some((group) => group !== 0)) return "never";
  const embedded = findEmbeddedGroups(groups);
  return embedded ? getAddressZone(formatIpv4(embedded)) : "public";
}

/** Whether an address is one of this machine. Its interfaces come and go. */
function isOwnAddress(address: string): boolean {
  const now = Date.now();
  if (!own || Math.abs(now - own.readAt) > interfacesMs) {
    const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all.map((one) => one.address));
    own = { readAt: now, contains: createAddressMatcher(addresses) };
  }
  return own.contains(address);
}
const interfacesMs = 5000;
let own: { readonly readAt: number; readonly contains: (address: string) => boolean } | undefined;

/** The zone that a connection to an address ends in: each address of this machine leads to its programs, as its loopback address does. */
export function getReachedZone(address: string): AddressZone {
  const zone = getAddressZone(address);
  return zone !== "never" && isOwnAddress(address) ? "loopback" : zone;
}

function createLists() {
  const zones = ["never", "loopback", "private"] as const;
  return zones.map((zone) => ({ zone, contains: createAddressMatcher(subnets[zone]) }));
}

/** The eight groups of an IPv6 address. `URL` normalizes the address. */
export function readIpv6Groups(address: string): number[] {
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const parse = (text = "") => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)));
  const [first, last] = [parse(head), parse(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

/** RFC 8215. A network chooses where the IPv4 address is. Only with zeros before it, it is known to be at the end. */
const isLocalNat64 = ([first, second, third]: readonly number[]) => first === 0x64 && second === 0xff9b && third === 1;

/** The two groups with an IPv4 address: 6to4 (RFC 3056), NAT64 (RFC 6052), and the compatible and translated forms (RFC 4291, RFC 2765). */
function findEmbeddedGroups(groups: readonly number[]): readonly number[] | undefined {
  if (groups[0] === 0x2002) return groups.slice(1, 3);
  const prefix = groups
    .slice(0, 6)
    .map((group) => group.toString(16))
    .join(":");
  const prefixes = ["64:ff9b:0:0:0:0", "64:ff9b:1:0:0:0", "0:0:0:0:0:0", "0:0:0:0:ffff:0"];
  return prefixes.includes(prefix) ? groups.slice(6) : undefined;
}

function formatIpv4(groups: readonly number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 0xff]).join(".");
}

const nearness = { public: 0, private: 1, loopback: 2, never: 3 } as const satisfies Record<AddressZone, number>;

/** Whether a redirect between the zones would lead from an outer to an inner network. */
export function isCloserZone(from: AddressZone, to: AddressZone): boolean {
  return nearness[to] > nearness[from];
}

/** Finds out whether an address is in one of these networks, which are addresses or like `10.0.0.0/8`. */
export function createAddressMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    list.addSubnet(address, prefix === undefined ? (family === "ipv4" ? 32 : 128) : Number(prefix), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}
