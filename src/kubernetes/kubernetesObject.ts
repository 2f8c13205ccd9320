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
