import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import type { ServiceContext } from "../context.ts";
import { DeploymentFailure, errorMessage } from "../deployments/deploymentFailure.ts";
import type { RunnerDescription, RunnerDriver } from "../deployments/runners/serverRunners.ts";
import { clusterFile } from "../programFiles.ts";
import { createServiceInstance } from "../storage/serviceSettings.ts";
import type { Cluster, KubernetesRunner } from "./kubernetesRunner.ts";
import type { ClusterOptions } from "./openCluster.ts";

interface KubernetesDriverOptions {
  readonly db: ServiceContext["db"];
  readonly log: (message: string) => void;
  /** The cluster that the service was started for. */
  readonly kubernetes: ClusterOptions;
  readonly environment?: NodeJS.ProcessEnv;
  readonly nodeImage: string;
}

const versionSchema = z.looseObject({ gitVersion: z.string() });
const describeTimeoutMs = 5000;
const cleanupTimeoutMs = 60_000;

const lacks = [
  "Servers are programs for Node, whose files take at most 1 MB compressed, or images that their server.json names. A Dockerfile has no effect.",
  "Servers cannot use connected accounts, because pods have no channel to the service.",
  "Allowed hosts do not apply by name: a server can connect to each public address, and to a private one that is allowed as an address such as 10.0.0.5:8080. The cluster's network plugin must enforce network policies.",
];

/** Runs servers in a cluster. Its client is loaded, and the kubeconfig read, when a server runs there or someone asks for the runners. */
export function createKubernetesDriver(options: KubernetesDriverOptions): RunnerDriver {
  const { db, kubernetes, log } = options;
  let opened: Promise<Opened> | undefined;
  const open = async () => {
    opened ??= openRunner(options);
    try {
      return await opened;
    } catch (error) {
      opened = undefined;
      throw error;
    }
  };
  return {
    canUseAccounts: false,
    isPresent: () => true,
    describe: async () => {
      try {
        const { cluster } = await open();
        const limit = AbortSignal.timeout(describeTimeoutMs);
        const { gitVersion } = await cluster.client.send({ path: "/version" }, versionSchema, limit);
        return { available: true, description: `${cluster.name}, ${gitVersion}.`, lacks };
      } catch (error) {
        return describeProblem(kubernetes, error);
      }
    },
    open: async () => {
      try {
        return (await open()).runner;
      } catch (error) {
        throw new DeploymentFailure("start", describeProblem(kubernetes, error).description, [], error);
      }
    },
    resume: async () => {
      if (!hasUsedCluster(db)) return;
      try {
        const { runner } = await open();
        await runner.removeLeftovers((id) => isUnfinished(db, id), AbortSignal.timeout(cleanupTimeoutMs));
      } catch (error) {
        log(`What an earlier run left in the cluster could not be removed: ${errorMessage(error)}`);
      }
    },
  };
}

interface Opened {
  readonly cluster: Cluster;
  readonly runner: KubernetesRunner;
}

async function openRunner({ db, log, kubernetes, environment = process.env, nodeImage }: KubernetesDriverOptions) {
  const file = clusterFile();
  if (!existsSync(file)) throw new Error("--kubernetes needs the service of Fairlead's repository or container image.");
  const [bundle, { createKubernetesRunner }]: [
    typeof import("./openCluster.ts"),
    typeof import("./kubernetesRunner.ts"),
  ] = await Promise.all([import(pathToFileURL(file).href), import("./kubernetesRunner.ts")]);
  const cluster = bundle.openCluster(kubernetes, environment);
  const runner = createKubernetesRunner({
    cluster,
    serviceId: createServiceInstance(db),
    log,
    readSlug: (serverId) => readSlug(db, serverId),
    nodeImage,
  });
  return { cluster, runner };
}

function describeProblem({ context }: ClusterOptions, error: unknown): RunnerDescription {
  const why =
    error instanceof Error && error.name === "TimeoutError" ? "It did not respond in time." : errorMessage(error);
  return { available: false, description: `The cluster of the context "${context}" cannot be used. ${why}`, lacks: [] };
}

const countRow = z.object({ count: z.number() });

const hasUsedCluster = (db: ServiceContext["db"]) =>
  db.get(z.object({ id: z.string() }), "SELECT id FROM deployments WHERE runs_on = 'kubernetes' LIMIT 1") !== undefined;

function isUnfinished(db: ServiceContext["db"], deploymentId: string): boolean {
  const sql = `SELECT count(*) AS count FROM deployments
    WHERE id = ? AND status IN ('queued','building','starting','running','degraded') AND idle_since IS NULL`;
  return (db.get(countRow, sql, deploymentId)?.count ?? 0) > 0;
}

function readSlug(db: ServiceContext["db"], serverId: string): string {
  return db.get(z.object({ slug: z.string() }), "SELECT slug FROM servers WHERE id = ?", serverId)?.slug ?? serverId;
}
