import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { parse } from "yaml";
import * as z from "zod";
import { ClusterError } from "./clusterError.ts";

const text = z.string().min(1);

const execSchema = z.looseObject({
  apiVersion: text,
  command: text,
  args: z.array(z.string()).nullish(),
  env: z.array(z.object({ name: text, value: z.string() })).nullish(),
  provideClusterInfo: z.boolean().nullish(),
  installHint: z.string().nullish(),
});
export type ExecPlugin = z.output<typeof execSchema>;

const clusterSchema = z.looseObject({
  server: z.url({ protocol: /^https?$/ }),
  "certificate-authority": text.optional(),
  "certificate-authority-data": text.optional(),
  "insecure-skip-tls-verify": z.boolean().optional(),
  "tls-server-name": text.optional(),
  "proxy-url": text.optional(),
});

const userSchema = z.looseObject({
  token: text.optional(),
  tokenFile: text.optional(),
  username: text.optional(),
  password: text.optional(),
  "client-certificate": text.optional(),
  "client-certificate-data": text.optional(),
  "client-key": text.optional(),
  "client-key-data": text.optional(),
  exec: execSchema.nullish(),
  "auth-provider": z.looseObject({ name: text }).nullish(),
});

const contextSchema = z.looseObject({ cluster: text, user: text.optional(), namespace: text.optional() });

const kubeconfigSchema = z.looseObject({
  clusters: z.array(z.looseObject({ name: text, cluster: clusterSchema })).nullish(),
  users: z.array(z.looseObject({ name: text, user: userSchema.nullish() })).nullish(),
  contexts: z.array(z.looseObject({ name: text, context: contextSchema })).nullish(),
});

/** How a cluster is reached, before any credential is read. */
export interface ClusterAccess {
  readonly server: URL;
  /** The namespace that the context names. */
  readonly namespace: string | undefined;
  readonly tls: ClusterTls;
  readonly credential: ClusterCredential;
}

export interface ClusterTls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly servername?: string;
  readonly rejectUnauthorized?: boolean;
}

export type ClusterCredential =
  | { readonly kind: "none" }
  | { readonly kind: "token"; readonly token: string }
  /** Read again and again, because the cluster replaces it. */
  | { readonly kind: "tokenFile"; readonly file: string }
  | { readonly kind: "basic"; readonly username: string; readonly password: string }
  /** `folder` is that of the kubeconfig: relative commands begin there. */
  | { readonly kind: "exec"; readonly plugin: ExecPlugin; readonly folder: string };

/** The files that kubectl reads. */
export function listKubeconfigFiles(environment: NodeJS.ProcessEnv): string[] {
  const named = (environment.KUBECONFIG ?? "").split(delimiter).filter((file) => file !== "");
  return named.length > 0 ? named : [join(homedir(), ".kube", "config")];
}

/** Reads a context of kubeconfig files; of entries with the same name, the first counts. */
export function readClusterAccess(files: readonly string[], contextName: string): ClusterAccess {
  const configs = files.flatMap(readKubeconfig);
  const contexts = configs.flatMap(({ config }) => config.contexts ?? []);
  const found = contexts.find(({ name }) => name === contextName);
  if (!found) {
    const names = contexts.map(({ name }) => `"${name}"`).join(", ") || "none";
    throw new ClusterError(`${files.join(", ")} has no context "${contextName}". Its contexts: ${names}.`);
  }
  const { cluster: clusterName, user: userName, namespace } = found.context;
  const cluster = findEntry(configs, (config) => config.clusters ?? [], clusterName);
  if (!cluster)
    throw new ClusterError(`The context "${contextName}" names the cluster "${clusterName}", which does not exist.`);
  const user = userName === undefined ? undefined : findEntry(configs, (config) => config.users ?? [], userName);
  if (userName !== undefined && !user)
    throw new ClusterError(`The context "${contextName}" names the user "${userName}", which does not exist.`);
  if (cluster.entry.cluster["proxy-url"] !== undefined)
    throw new ClusterError(
      `The cluster "${clusterName}" has a proxy-url, which is not supported. Connect without a proxy.`,
    );
  return {
    server: new URL(cluster.entry.cluster.server),
    namespace,
    tls: {
      ...readClusterTls(cluster.entry.cluster, cluster.folder),
      ...readUserTls(user?.entry.user ?? {}, user?.folder ?? ""),
    },
    credential: readCredential(user?.entry.user ?? {}, user?.folder ?? "", userName ?? ""),
  };
}

type Kubeconfig = z.output<typeof kubeconfigSchema>;
interface LocatedConfig {
  readonly folder: string;
  readonly config: Kubeconfig;
}

function readKubeconfig(file: string): LocatedConfig[] {
  let content: string;
  try {
    content = readFileSync(file, "utf8");
  } catch (error) {
    throw new ClusterError(
      `The kubeconfig file ${file} could not be read (${getErrorCode(error)}). Set KUBECONFIG to another one.`,
    );
  }
  const parsed = kubeconfigSchema.safeParse(parseYaml(content, file));
  if (parsed.success) return [{ folder: dirname(resolve(file)), config: parsed.data }];
  const [issue] = parsed.error.issues;
  // Values may be credentials, so only the place is named.
  throw new ClusterError(`The kubeconfig file ${file} is invalid at "${issue?.path.join(".")}".`);
}

function parseYaml(content: string, file: string): unknown {
  try {
    return parse(content, { maxAliasCount: 100, logLevel: "error" });
  } catch {
    throw new ClusterError(`The kubeconfig file ${file} is not valid YAML.`);
  }
}

function findEntry<T extends { readonly name: string }>(
  configs: readonly LocatedConfig[],
  list: (config: Kubeconfig) => readonly T[],
  name: string,
): { readonly entry: T; readonly folder: string } | undefined {
  for (const { config, folder } of configs) {
    const entry = list(config).find((one) => one.name === name);
    if (entry) return { entry, folder };
  }
  return undefined;
}

function readClusterTls(cluster: z.output<typeof clusterSchema>, folder: string): ClusterTls {
  const ca = readData(cluster["certificate-authority-data"], cluster["certificate-authority"], folder);
  const servername = cluster["tls-server-name"];
  return {
    ...(ca !== undefined && { ca }),
    ...(servername !== undefined && { servername }),
    ...(cluster["insecure-skip-tls-verify"] && { rejectUnauthorized: false }),
  };
}

function readUserTls(user: z.output<typeof userSchema>, folder: string): ClusterTls {
  const cert = readData(user["client-certificate-data"], user["client-certificate"], folder);
  const key = readData(user["client-key-data"], user["client-key"], folder);
  return { ...(cert !== undefined && { cert }), ...(key !== undefined && { key }) };
}

/** Data in the file counts before the name of another file. */
function readData(base64: string | undefined, file: string | undefined, folder: string): string | undefined {
  if (base64 !== undefined) return Buffer.from(base64, "base64").toString("utf8");
  if (file === undefined) return undefined;
  try {
    return readFileSync(resolve(folder, file), "utf8");
  } catch (error) {
    throw new ClusterError(
      `${resolve(folder, file)}, which the kubeconfig names, could not be read (${getErrorCode(error)}).`,
    );
  }
}

function readCredential(user: z.output<typeof userSchema>, folder: string, userName: string): ClusterCredential {
  const { exec, token, tokenFile, username, password } = user;
  if (user["auth-provider"]) {
    const { name } = user["auth-provider"];
    throw new ClusterError(
      `The user "${userName}" signs in by the auth-provider "${name}", which Kubernetes has removed. Use an exec plugin.`,
    );
  }
  if (exec) return { kind: "exec", plugin: exec, folder };
  if (tokenFile !== undefined) return { kind: "tokenFile", file: resolve(folder, tokenFile) };
  if (token !== undefined) return { kind: "token", token };
  if (username !== undefined) return { kind: "basic", username, password: password ?? "" };
  return { kind: "none" };
}

const serviceAccountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

/** The name that stands for the cluster in which the service itself runs. */
export const inClusterContext = "in-cluster";

/** Reads how a pod reaches the API of its own cluster, as its service account. */
export function readInClusterAccess(environment: NodeJS.ProcessEnv, folder = serviceAccountFolder): ClusterAccess {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = environment;
  if (!host || !port)
    throw new ClusterError(
      `"${inClusterContext}" is for a service in a pod, and this one is in none. Name a context of the kubeconfig.`,
    );
  return {
    server: new URL(`https://${host.includes(":") ? `[${host}]` : host}:${port}`),
    namespace: readData(undefined, "namespace", folder)?.trim(),
    tls: { ca: readData(undefined, "ca.crt", folder) ?? "" },
    credential: { kind: "tokenFile", file: join(folder, "token") },
  };
}

function getErrorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unreadable";
}
