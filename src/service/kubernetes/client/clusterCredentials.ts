import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { isAbsolute, resolve, sep } from "node:path";
import * as z from "zod";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import { ClusterError } from "./clusterError.ts";
import type { ClusterAccess, ClusterCredential, ClusterTls, ExecPlugin } from "./kubeconfig.ts";

/** What a request carries to be allowed. */
export interface RequestCredential {
  readonly authorization?: string;
  readonly tls?: Pick<ClusterTls, "cert" | "key">;
}

export interface CredentialSource {
  read(): Promise<RequestCredential>;
  /** Called when the API has refused the credential, so that the next one is read again. */
  forget(): void;
}

/** A token in a file is read again after this time, as the clients of Kubernetes do. */
const fileLifeMs = 60_000;
/** A plugin may ask a service on the network. */
const pluginTimeoutMs = 60_000;
/** A credential that ends sooner than this is replaced before it is used. */
const marginMs = 10_000;

interface HeldCredential extends RequestCredential {
  readonly until: number;
}

/** Reads the credential of a kubeconfig, and reads it again when it has expired. */
export function createCredentialSource({ credential, server, tls }: ClusterAccess): CredentialSource {
  let held: Promise<HeldCredential> | undefined;
  let until = 0;
  const readAgain = async () => {
    const read = await readCredential(credential, server, tls);
    until = read.until;
    return read;
  };
  return {
    read: async () => {
      if (held === undefined || Date.now() >= until) {
        until = Number.POSITIVE_INFINITY;
        held = readAgain();
      }
      try {
        return await held;
      } catch (error) {
        held = undefined;
        throw error;
      }
    },
    forget: () => {
      held = undefined;
    },
  };
}

async function readCredential(credential: ClusterCredential, server: URL, tls: ClusterTls): Promise<HeldCredential> {
  const forever = Number.POSITIVE_INFINITY;
  switch (credential.kind) {
    case "none":
      return { until: forever };
    case "token":
      return { authorization: `Bearer ${credential.token}`, until: forever };
    case "basic": {
      const pair = Buffer.from(`${credential.username}:${credential.password}`).toString("base64");
      return { authorization: `Basic ${pair}`, until: forever };
    }
    case "tokenFile":
      return { authorization: `Bearer ${await readTokenFile(credential.file)}`, until: Date.now() + fileLifeMs };
    case "exec":
      return runPlugin(credential.plugin, credential.folder, { server, tls });
  }
}

async function readTokenFile(file: string): Promise<string> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    throw new ClusterError(`The token in ${file} could not be read.`, error);
  }
}

/** The response of a plugin (client.authentication.k8s.io). */
const execCredentialSchema = z.looseObject({
  kind: z.literal("ExecCredential"),
  status: z.looseObject({
    token: z.string().optional(),
    clientCertificateData: z.string().optional(),
    clientKeyData: z.string().optional(),
    expirationTimestamp: z.iso.datetime({ offset: true }).optional(),
  }),
});

async function runPlugin(
  plugin: ExecPlugin,
  folder: string,
  { server, tls }: Pick<ClusterAccess, "server" | "tls">,
): Promise<HeldCredential> {
  const cluster = {
    server: server.href,
    ...(tls.servername !== undefined && { "tls-server-name": tls.servername }),
    ...(tls.rejectUnauthorized === false && { "insecure-skip-tls-verify": true }),
    ...(tls.ca !== undefined && { "certificate-authority-data": Buffer.from(tls.ca).toString("base64") }),
  };
  const info = {
    apiVersion: plugin.apiVersion,
    kind: "ExecCredential",
    spec: { interactive: false, ...(plugin.provideClusterInfo && { cluster }) },
  };
  const environment = Object.fromEntries((plugin.env ?? []).map(({ name, value }) => [name, value]));
  const output = await runProgram(plugin, folder, { ...environment, KUBERNETES_EXEC_INFO: JSON.stringify(info) });
  const response = execCredentialSchema.safeParse(tryParseJson(output));
  if (!response.success)
    throw new ClusterError(`${plugin.command}, which the kubeconfig names, printed no ExecCredential.`);
  const { token, clientCertificateData: cert, clientKeyData: key, expirationTimestamp } = response.data.status;
  if (token === undefined && (cert === undefined || key === undefined))
    throw new ClusterError(`${plugin.command}, which the kubeconfig names, printed neither a token nor a certificate.`);
  return {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(cert !== undefined && key !== undefined && { tls: { cert, key } }),
    until: expirationTimestamp === undefined ? Number.POSITIVE_INFINITY : Date.parse(expirationTimestamp) - marginMs,
  };
}

/** A command with a slash is relative to the kubeconfig. Its output is not part of an error, because it may be a credential. */
function runProgram(
  plugin: ExecPlugin,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const { command } = plugin;
  const isPath = !isAbsolute(command) && (command.includes("/") || command.includes(sep));
  return new Promise((resolveOutput, reject) => {
    const options = {
      env: { ...process.env, ...environment },
      timeout: pluginTimeoutMs,
      maxBuffer: 1024 * 1024,
      windowsHide: true,
    };
    execFile(isPath ? resolve(folder, command) : command, [...(plugin.args ?? [])], options, (error, output) => {
      if (!error) return resolveOutput(output);
      const why = error.code === "ENOENT" ? "was not found" : `failed (${error.signal ?? error.code})`;
      const hint = plugin.installHint ? ` ${plugin.installHint.trim()}` : ` Run "kubectl get pods" to see why.`;
      reject(new ClusterError(`${command}, which gives the credential of the cluster, ${why}.${hint}`));
    }).stdin?.end();
  });
}
