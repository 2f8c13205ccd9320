import {
  createMetadata,
  createSelector,
  type KubernetesObject,
  type KubernetesServer,
  type NetworkAccess,
  serverPort,
} from "./kubernetesServer.ts";

/** The label that each namespace has. */
const namespaceName = "kubernetes.io/metadata.name";

/** Where clusters, nodes and private networks are, and what is no host; metadata services of clouds are in 169.254.0.0/16. */
const innerNetworks = {
  ipv4: [
    ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
    ...["192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/3", "168.63.129.16/32"],
  ],
  // IPv4-mapped addresses are those of IPv4 on the network, and the API server refuses them here.
  ipv6: ["::/96", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"],
} as const;

/** The address of NodeLocal DNSCache, which clusters may have on each node. */
const nodeLocalDns = "169.254.20.10/32";

const createPorts = (port: number, protocols: readonly string[] = ["TCP"]) =>
  protocols.map((protocol) => ({ protocol, port }));

/** Lets the callers in, and lets the server out to DNS, public addresses and the private ones that are named. */
export function createNetworkPolicy(server: KubernetesServer): KubernetesObject {
  const { callers } = server.network;
  const from = callers.map(({ namespace, labels }) => ({
    ...(namespace !== undefined && { namespaceSelector: { matchLabels: { [namespaceName]: namespace } } }),
    podSelector: { matchLabels: labels },
  }));
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: createMetadata(server),
    spec: {
      podSelector: { matchLabels: createSelector(server) },
      policyTypes: ["Ingress", "Egress"],
      ingress: from.length === 0 ? [] : [{ from, ports: createPorts(serverPort) }],
      egress: createEgress(server.network),
    },
  };
}

function createEgress({ privateHosts }: NetworkAccess): object[] {
  const dns = [
    { namespaceSelector: { matchLabels: { [namespaceName]: "kube-system" } } },
    { ipBlock: { cidr: nodeLocalDns } },
  ];
  return [
    { to: dns, ports: createPorts(53, ["UDP", "TCP"]) },
    {
      to: [
        { ipBlock: { cidr: "0.0.0.0/0", except: innerNetworks.ipv4 } },
        { ipBlock: { cidr: "::/0", except: innerNetworks.ipv6 } },
      ],
    },
    ...privateHosts.map(({ address, port }) => ({
      to: [{ ipBlock: { cidr: address.includes(":") ? `${address}/128` : `${address}/32` } }],
      ...(port !== undefined && { ports: createPorts(port) }),
    })),
  ];
}
