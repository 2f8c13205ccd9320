import { writeFileSync } from "node:fs";
import { join } from "node:path";

interface KubeconfigParts {
  readonly cluster?: object;
  readonly user?: object;
}

/** Writes a kubeconfig with the context `team`, and returns its path. */
export function writeKubeconfig(folder: string, { cluster, user = {} }: KubeconfigParts, name = "config"): string {
  const file = join(folder, name);
  const config = {
    clusters: [{ name: "c", cluster: { server: "https://cluster.example:6443", ...cluster } }],
    users: [{ name: "u", user }],
    contexts: [{ name: "team", context: { cluster: "c", user: "u", namespace: "servers" } }],
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}
