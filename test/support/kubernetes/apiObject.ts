/** An object of the API double. What a client sends is only as typed as JSON is. */
export interface ApiObject {
  apiVersion: string;
  kind: string;
  metadata: ApiMetadata;
  // biome-ignore lint/suspicious/noExplicitAny: the API server does not know more of the other fields either.
  [field: string]: any;
}

export interface ApiMetadata {
  name: string;
  namespace: string;
  uid: string;
  resourceVersion: string;
  generation: number;
  creationTimestamp: string;
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: { kind: string; name: string; uid: string; controller: boolean }[];
  [field: string]: unknown;
}

/** A response of kind `Status`, with which the API refuses. */
export class ApiRefusal extends Error {
  readonly code: number;
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;
  constructor(code: number, reason: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.headers = headers;
  }

  toStatus(): object {
    const { code, reason, message } = this;
    return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, code };
  }
}

/** The resources that the double serves, by their plural names. */
export const resources = {
  pods: { kind: "Pod", group: "", version: "v1" },
  services: { kind: "Service", group: "", version: "v1" },
  configmaps: { kind: "ConfigMap", group: "", version: "v1" },
  secrets: { kind: "Secret", group: "", version: "v1" },
  deployments: { kind: "Deployment", group: "apps", version: "v1" },
  replicasets: { kind: "ReplicaSet", group: "apps", version: "v1" },
  networkpolicies: { kind: "NetworkPolicy", group: "networking.k8s.io", version: "v1" },
} as const;
export type Resource = keyof typeof resources;
