import { BlockList, isIPv4 } from "node:net";

/** How far away an address is. `never`: the cloud's metadata services and what is no host at all. */
export type AddressZone = "public" | "private" | "loopback" | "never";

const subnets = {
  loopback: ["127.0.0.0/8", "::1/128"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"],
  never: ["0.0.0.0/8", "169.254.0.0/16", "224.0.0.0/3", "::/128", "fe80::/10", "ff00::/8", "64:ff9b::/96", "2002::/16"],
} as const;

/** Made for the first address: it takes longer than all else that is loaded with this. */
let lists: ReturnType<typeof makeLists> | undefined;

export function getAddressZone(address: string): AddressZone {
  lists ??= makeLists();
  const found = lists.find(({ list }) => list.check(address, isIPv4(address) ? "ipv4" : "ipv6"))?.zone;
  return found ?? "public";
}

function makeLists() {
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

/** Whether a redirect from one to the other would lead further inside than its sender was asked to see. */
export function isCloserZone(from: AddressZone, to: AddressZone): boolean {
  return nearness[to] > nearness[from];
}
