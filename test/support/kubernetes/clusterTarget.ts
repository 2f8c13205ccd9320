import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKubernetesDriver } from "../../../src/service/kubernetes/kubernetesDriver.ts";
import { type ClusterDouble, nodeImage, startClusterDouble } from "./clusterDouble.ts";
import { writeKubeconfig } from "./writeKubeconfig.ts";

type Database = Parameters<typeof createKubernetesDriver>[0]["db"];

/** The cluster that a suite runs against. */
export interface ClusterTarget {
  createDriver(db: Database): ReturnType<typeof createKubernetesDriver>;
  close(): Promise<void>;
}

const { KUBECONFIG, FAIRLEAD_CLUSTER_CONTEXT: context } = process.env;
const isReal = KUBECONFIG !== undefined && context !== undefined;

export const targetName = isReal ? `the cluster of the context ${context}` : "the double of a cluster";

/** A real cluster if `FAIRLEAD_CLUSTER_CONTEXT` names a context of `KUBECONFIG`, otherwise the double. */
export async function openClusterTarget(): Promise<ClusterTarget> {
  if (isReal)
    return {
      createDriver: (db) =>
        createDriver(db, { context, nodeImage: "docker.io/library/node:24-slim", environment: process.env }),
      close: async () => {},
    };
  const folder = mkdtempSync(join(tmpdir(), "fairlead-cluster-"));
  const double = await startClusterDouble();
  return {
    createDriver: createDoubleDriver(double, folder),
    close: async () => {
      await double.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Creates drivers for a double, whose kubeconfig is in a folder. */
export function createDoubleDriver(double: ClusterDouble, folder: string): ClusterTarget["createDriver"] {
  const cluster = { server: double.url, "insecure-skip-tls-verify": true };
  const environment = { KUBECONFIG: writeKubeconfig(folder, { cluster, user: { token: "admin" } }) };
  return (db) => createDriver(db, { context: "team", nodeImage, environment });
}

interface TargetOptions {
  readonly context: string;
  readonly nodeImage: string;
  readonly environment: NodeJS.ProcessEnv;
}

const createDriver = (db: Database, { context: name, ...more }: TargetOptions) =>
  createKubernetesDriver({
    ...{ db, log: () => {}, kubernetes: { context: name, namespace: undefined }, ...more },
  });
