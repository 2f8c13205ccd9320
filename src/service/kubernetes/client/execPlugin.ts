import { spawn } from "node:child_process";
import type { RequestOptions } from "node:https";
import type { KubeConfig } from "@kubernetes/client-node";
import { ExecAuth } from "@kubernetes/client-node/dist/exec_auth.js";
import { waitUnlessAborted } from "../../network/waitUnlessAborted.ts";
import { ClusterError } from "./clusterError.ts";

type Authenticator = Parameters<KubeConfig["addAuthenticator"]>[0];
type User = Parameters<Authenticator["isAuthProvider"]>[0];

/** Runs the plugin of a user for at most `limitMs`, once for all requests that wait for it. The library does neither. */
export function createPluginAuthenticator(user: User, command: string, limitMs: number): Authenticator {
  let running: Promise<RequestOptions> | undefined;
  const library = new ExecAuth();
  const run = async () => {
    const options: RequestOptions = {};
    const limit = AbortSignal.timeout(limitMs);
    const spawnPlugin = (file: string, args: readonly string[] = [], more: object = {}) =>
      spawn(file, args, { ...more, stdio: ["ignore", "pipe", "pipe"], signal: limit, killSignal: "SIGKILL" });
    Object.assign(library, { execFn: spawnPlugin });
    try {
      await waitUnlessAborted(library.applyAuthentication(user, options), limit);
    } catch (error) {
      if (!limit.aborted) throw error;
      const what = `The plugin ${command} gave no credential of the cluster within ${limitMs / 1000} s.`;
      throw new ClusterError(`${what} Run "kubectl get pods" to see why.`, error);
    }
    return options;
  };
  return {
    isAuthProvider: ({ name }) => name === user.name,
    applyAuthentication: async (_user, options) => {
      running ??= run().finally(() => {
        running = undefined;
      });
      const { headers, ...certificate } = await running;
      Object.assign(options, certificate, { headers: { ...options.headers, ...headers } });
    },
  };
}
