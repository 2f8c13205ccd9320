import type { ServerLimits } from "../contract/runners.ts";
import { createLabelValue } from "./objectNames.ts";

/** A version of a server, as it runs in a cluster. */
export interface KubernetesServer {
  /** The name of each object: a DNS label. */
  readonly name: string;
  /** undefined: that of the user who applies the objects. */
  readonly namespace?: string;
  /** Beside those that each object has; `app.kubernetes.io/managed-by` may be another than `fairlead`. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly version?: string;
  /** Of Node, if there are files, otherwise of the whole server: `registry.example.com/team/servers@sha256:…`. */
  readonly image: string;
  /** undefined: the image contains them, and says how it starts. */
  readonly files?: ServerFiles;
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: ServerLimits;
  readonly network: NetworkAccess;
}

/** The files of a version, for a program of Node. */
export interface ServerFiles {
  /** A tar archive, compressed by gzip. */
  readonly archive: Uint8Array;
  readonly entry: string;
  /** Whether the pod installs the packages of the lock file. A version that ships its packages keeps them. */
  readonly installsPackages: boolean;
}

/** What a server may reach and be reached by. A policy of Kubernetes knows addresses and pods, no names of hosts. */
export interface NetworkAccess {
  /** The pods that call the server; none if it is only called through the API server, which no policy applies to. */
  readonly callers: readonly PodSelector[];
  /** Addresses of private networks that the server may connect to. */
  readonly privateHosts: readonly PrivateHost[];
}

interface PodSelector {
  /** undefined: that of the server. */
  readonly namespace?: string;
  readonly labels: Readonly<Record<string, string>>;
}

export interface PrivateHost {
  readonly address: string;
  /** Any port without one. */
  readonly port?: number;
}

/** An object of the Kubernetes API, as it is sent. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: object;
  /** The values of a Secret, which the API stores in base64. */
  readonly stringData?: Readonly<Record<string, string>>;
  /** The values of a ConfigMap in base64. */
  readonly binaryData?: Readonly<Record<string, string>>;
}

/** The port at which each server listens. */
export const serverPort = 8080;

/** What each object of a server carries. */
export function createMetadata(server: KubernetesServer) {
  return {
    name: server.name,
    ...(server.namespace !== undefined && { namespace: server.namespace }),
    labels: {
      "app.kubernetes.io/managed-by": "fairlead",
      ...server.labels,
      "app.kubernetes.io/name": server.name,
      ...(server.version !== undefined && { "app.kubernetes.io/version": createLabelValue(server.version) }),
      "app.kubernetes.io/component": "mcp-server",
    },
  };
}

/** Finds the pods of a server. It may not change while the Deployment exists, so it has nothing that varies. */
export const createSelector = ({ name }: Pick<KubernetesServer, "name">) => ({ "app.kubernetes.io/name": name });
