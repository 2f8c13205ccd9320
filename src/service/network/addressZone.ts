import { BlockList, isIPv4 } from "node:net";

/** The network zone of an address. `never` contains the metadata services of clouds and addresses that are not hosts. */
export type AddressZone = "public" | "private" | "loopback" | "never";

const subnets = {
  loopback: ["127.0.0.0/8", "::1/128"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"],
  never: ["0.0.0.0/8", "169.254.0.0/16", "224.0.0.0/3", "::/128", "fe80::/10", "ff00::/8", "64:ff9b::/96", "2002::/16"],
} as const;

/** Created for the first address, because it takes longer than loading the rest of this module. */
let lists: ReturnType<typeof createLists> | undefined;

export function getAddressZone(address: string): AddressZone {
  lists ??= createLists();
  const zone = lists.find(({ list }) => list.check(address, isIPv4(address) ? "ipv4" : "ipv6"))?.zone;
  return zone ?? "public";
}

function createLists() {
  const zones = ["loopback", "private", "never"] as const;
  return zones.map((zone) => {
    const list = new BlockList();
    for (const net of subnets[zone]) {
      const [address = "", prefix = "0"] = net.split("/");
      list.addSubnet(address, Number(prefix), isIPv4(address) ? "ipv4" : "ipv6");
    }
    return { zone, list };
  });
}

const nearness = { public: 0, private: 1, loopback: 2, never: 3 } as const satisfies Record<AddressZone, number>;

/** Whether a redirect between the zones would lead from an outer to an inner network. */
export function isCloserZone(from: AddressZone, to: AddressZone): boolean {
  return nearness[to] > nearness[from];
}
