import { spawn } from "node:child_process";
import type { RequestOptions } from "node:https";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { KubeConfig, type User } from "@kubernetes/client-node";
import { ExecAuth } from "@kubernetes/client-node/dist/exec_auth.js";
import * as z from "zod";
import { waitUnlessAborted } from "../../network/waitUnlessAborted.ts";
import { ClusterError } from "./clusterError.ts";

/** The name that stands for the cluster in which the service itself runs. */
export const inClusterContext = "in-cluster";

/** The files that kubectl reads. */
function listKubeconfigFiles(environment: NodeJS.ProcessEnv): string[] {
  const named = (environment.KUBECONFIG ?? "").split(delimiter).filter((file) => file !== "");
  return named.length > 0 ? named : [join(homedir(), ".kube", "config")];
}

/** Reads a context of the kubeconfig, or the service account of the pod in which the service runs. */
export function readClusterConfig(
  contextName: string,
  environment: NodeJS.ProcessEnv,
  pluginLimitMs = 60_000,
): KubeConfig {
  if (contextName === inClusterContext) return readServiceAccount(environment);
  const files = listKubeconfigFiles(environment);
  const configs = files.map(readKubeconfig);
  const config = new KubeConfig();
  // Of entries with the same name, the first counts, as for kubectl. The library refuses them where it merges.
  config.loadFromOptions({
    clusters: configs.flatMap(({ clusters }) => clusters),
    users: configs.flatMap(({ users }) => users),
    contexts: configs.flatMap(({ contexts }) => contexts),
    currentContext: contextName,
  });
  const context = config.getContextObject(contextName);
  if (!context) {
    const names = config.contexts.map(({ name }) => `"${name}"`).join(", ") || "none";
    throw new ClusterError(`${files.join(", ")} has no context "${contextName}". Its contexts: ${names}.`);
  }
  const cluster = config.getCurrentCluster();
  if (!cluster)
    throw new ClusterError(
      `The context "${contextName}" names the cluster "${context.cluster}", which does not exist.`,
    );
  if (cluster.server.startsWith("http:") && !cluster.skipTLSVerify)
    throw new ClusterError(
      `The cluster "${cluster.name}" has a plain http address, which needs "insecure-skip-tls-verify: true".`,
    );
  const user = config.getCurrentUser();
  // A context without a user needs no credential: that of `kubectl proxy`.
  if (context.user && !user)
    throw new ClusterError(`The context "${contextName}" names the user "${context.user}", which does not exist.`);
  if (user) limitExecPlugin(config, user, pluginLimitMs);
  return config;
}

function readServiceAccount({ KUBERNETES_SERVICE_HOST: host }: NodeJS.ProcessEnv): KubeConfig {
  if (!host)
    throw new ClusterError(
      `"${inClusterContext}" is for a service in a pod, and this one is in none. Name a context of the kubeconfig.`,
    );
  const config = new KubeConfig();
  config.loadFromCluster();
  return config;
}

/** The message contains nothing of the file, whose values may be credentials. */
function readKubeconfig(file: string): KubeConfig {
  const config = new KubeConfig();
  try {
    config.loadFromFile(file);
  } catch (error) {
    const why = error instanceof Error && "code" in error ? `could not be read (${error.code})` : "is not valid";
    throw new ClusterError(`The kubeconfig file ${file} ${why}. Set KUBECONFIG to another one.`);
  }
  for (const user of config.users) prepareExecPlugin(user, dirname(resolve(file)));
  return config;
}

const execSchema = z.looseObject({
  apiVersion: z.string(),
  command: z.string(),
  env: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
});

/** The library does not pass the API version to a plugin, and starts a relative command in the folder of the service. */
function prepareExecPlugin(user: User, folder: string): void {
  const { data: exec } = execSchema.safeParse(user.exec);
  if (!exec) return;
  const { apiVersion, command, env } = exec;
  const info = JSON.stringify({ apiVersion, kind: "ExecCredential", spec: { interactive: false } });
  Object.assign(user.exec, {
    command: /[\\/]/.test(command) ? resolve(folder, command) : command,
    env: [...(env ?? []), { name: "KUBERNETES_EXEC_INFO", value: info }],
  });
}

/** The library asks its own authenticator first, so the user has no plugin for it. */
function limitExecPlugin(config: KubeConfig, user: User, limitMs: number): void {
  const { data: exec } = execSchema.safeParse(user.exec);
  if (!exec) return;
  config.addAuthenticator(createPluginAuthenticator({ ...user }, exec.command, limitMs));
  Object.assign(user, { exec: undefined });
}

type Authenticator = Parameters<KubeConfig["addAuthenticator"]>[0];

/** Runs the plugin of a user for at most `limitMs`, once for all requests that wait for it. The library does neither. */
function createPluginAuthenticator(user: User, command: string, limitMs: number): Authenticator {
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
