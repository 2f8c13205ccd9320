import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBaseImages } from "../../../src/service/images/baseImages.ts";
import { findUserCredentials } from "../../../src/service/images/registryCredentials.ts";
import { createKubernetesDriver } from "../../../src/service/kubernetes/kubernetesDriver.ts";
import { createImagePublisher } from "../../../src/service/kubernetes/publishImage.ts";
import { createNodeImage, toBaseImage } from "../containers/nodeBaseImage.ts";
import { findRegistryProblem, startRegistryProgram } from "../containers/registryProgram.ts";
import { startClusterDouble } from "./clusterDouble.ts";
import { pullImage } from "./pullImage.ts";
import { writeKubeconfig } from "./writeKubeconfig.ts";

type Database = Parameters<typeof createKubernetesDriver>[0]["db"];

/** The cluster that a suite runs against. */
export interface ClusterTarget {
  createDriver(db: Database): ReturnType<typeof createKubernetesDriver>;
  close(): Promise<void>;
}

const { KUBECONFIG, FAIRLEAD_CLUSTER_CONTEXT: context, FAIRLEAD_CLUSTER_REPOSITORY: repository } = process.env;
const isReal = KUBECONFIG !== undefined && context !== undefined && repository !== undefined;

export const targetName = isReal ? `the cluster of the context ${context}` : "the double of a cluster";

/** Why the suite cannot run, or undefined if it can. */
export function findTargetProblem(): string | undefined {
  if (KUBECONFIG !== undefined && !isReal)
    return "KUBECONFIG needs FAIRLEAD_CLUSTER_CONTEXT and FAIRLEAD_CLUSTER_REPOSITORY, from which the cluster pulls images";
  return isReal ? undefined : findRegistryProblem();
}

/** A real cluster if `KUBECONFIG` is set, otherwise the double, which pulls its images from a real registry program. */
export async function openClusterTarget(): Promise<ClusterTarget> {
  return isReal ? openRealCluster() : openDouble();
}

async function openRealCluster(): Promise<ClusterTarget> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-base-"));
  const pins = new Map<string, string>();
  const findCredentials = findUserCredentials();
  const store = {
    read: (name: string) => pins.get(name),
    write: (name: string, to: string) => void pins.set(name, to),
  };
  const baseImages = createBaseImages({ folder, pins: store, findCredentials });
  const imageRepository = repository ?? "";
  return {
    createDriver: (db) =>
      createKubernetesDriver({
        db,
        log: () => {},
        kubernetes: { context: context ?? "", namespace: undefined, hasOperator: false, imageRepository },
        publishImage: createImagePublisher({
          ...{ imageRepository, findCredentials },
          readBaseImage: (platform, signal) => baseImages.resolve("docker.io/library/node:24-slim", platform, signal),
        }),
      }),
    close: async () => rmSync(folder, { recursive: true }),
  };
}

async function openDouble(): Promise<ClusterTarget> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-cluster-"));
  const registry = await startRegistryProgram();
  const double = await startClusterDouble({ pull: (reference) => pullImage(reference, folder) });
  const base = toBaseImage(createNodeImage());
  const cluster = { server: double.url, "insecure-skip-tls-verify": true };
  const kubeconfig = writeKubeconfig(folder, { cluster, user: { token: "admin" } });
  const imageRepository = `${registry.address}/servers`;
  return {
    createDriver: (db) =>
      createKubernetesDriver({
        db,
        log: () => {},
        kubernetes: { context: "team", namespace: undefined, hasOperator: false, imageRepository },
        environment: { KUBECONFIG: kubeconfig },
        publishImage: createImagePublisher({
          ...{ imageRepository, findCredentials: () => undefined },
          readBaseImage: async () => base,
        }),
      }),
    close: async () => {
      await double.close();
      await registry.close();
      rmSync(folder, { recursive: true });
    },
  };
}
