import type { ServiceClient } from "../../../src/client/client.ts";
import type { NamedRunner } from "../../../src/extension/server/model/runners.ts";

/** A machine with processes and containers, and no cluster. */
export const namedRunners: readonly NamedRunner[] = [
  {
    kind: "process",
    available: true,
    description: "Processes.",
    lacks: ["One process runs a server."],
    limits: [],
  },
  {
    kind: "container",
    available: true,
    description: "Podman.",
    lacks: [],
    limits: ["memoryMb", "cpus"],
  },
  { kind: "kubernetes", available: false, description: "There is no cluster. Start one.", lacks: [] },
];

/** An app whose service names these runners, and whose updates are recorded instead of sent. Each server is read with the change. */
export function withRunners<App extends { readonly client: () => Promise<ServiceClient | undefined> }>(
  app: App,
  runners: readonly NamedRunner[] = namedRunners,
  change: object = {},
) {
  const updates: object[] = [];
  const client = async () => {
    const real = await app.client();
    if (!real) return undefined;
    const call = async (name: string, input: object, options: object) => {
      if (name === "organization.get") return { id: "org_1", name: "Mine", runners };
      if (name === "servers.list") {
        const page = await real.call(name, input, options);
        return { ...page, items: page.items.map((server) => ({ ...server, ...change })) };
      }
      if (name !== "server.update" && name !== "project.update")
        return real.call(name as never, input as never, options);
      updates.push(input);
      return {};
    };
    return { ...real, call: call as ServiceClient["call"] };
  };
  return { app: { ...app, client }, updates };
}
