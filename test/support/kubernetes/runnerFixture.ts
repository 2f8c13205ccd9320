import { join } from "node:path";
import { KubeConfig } from "@kubernetes/client-node";
import type { ServerProgram } from "../../../src/service/deployments/runners/runner.ts";
import { createServerEgress } from "../../../src/service/deployments/runners/serverEgress.ts";
import { createClusterClient } from "../../../src/service/kubernetes/client/clusterClient.ts";
import {
  createKubernetesRunner,
  type KubernetesRunnerOptions,
} from "../../../src/service/kubernetes/kubernetesRunner.ts";
import { createFileListDigest } from "../../../src/service/storage/sha256Digest.ts";
import { createTemporaryFolder } from "../createTemporaryFolder.ts";
import { createTinyServerFiles, type TinyVariant, tinyEntry } from "../servers/tinyServer.ts";
import { writeFile } from "../writeFile.ts";
import type { PolicyRule } from "./accessRules.ts";
import { nodeImage, startClusterDouble } from "./clusterDouble.ts";

interface TextFile {
  readonly path: string;
  readonly content: string;
}

interface FixtureOptions
  extends Partial<Pick<KubernetesRunnerOptions, "readyTimeoutMs" | "removeTimeoutMs" | "serviceId" | "nodeImage">> {
  readonly rules?: readonly PolicyRule[];
  readonly token?: "admin" | "limited" | "wrong";
}

/** A cluster double, the runner for it, and servers whose images it can pull. */
export async function startRunnerFixture(options: FixtureOptions = {}) {
  const double = await startClusterDouble(options.rules ? { rules: options.rules } : {});
  const folder = createTemporaryFolder();
  const logged: string[] = [];
  const createRunner = (more: FixtureOptions = {}) => {
    const { token = "admin", serviceId = "service-1" } = { ...options, ...more };
    const config = new KubeConfig();
    // The library uses http only where certificates are not checked.
    config.loadFromClusterAndUser({ name: "c", server: double.url, skipTLSVerify: true }, { name: "u", token });
    const client = createClusterClient(() => config);
    return createKubernetesRunner({
      cluster: {
        client,
        namespace: double.namespace,
        name: "Kubernetes (double)",
        ownNamespace: undefined,
      },
      nodeImage,
      ...options,
      serviceId,
      readSlug: (serverId) => `Weather ${serverId}`,
      log: (message) => void logged.push(message),
    });
  };
  let programs = 0;
  return {
    double,
    logged,
    createRunner,
    runner: createRunner(),
    createProgram: (variant: TinyVariant, more: Partial<ServerProgram> = {}, moreFiles: readonly TextFile[] = []) => {
      programs += 1;
      const own = join(folder, String(programs));
      const files = [...createTinyServerFiles(variant), ...moreFiles];
      for (const { path, content } of files) writeFile(own, path, content);
      const lines: string[] = [];
      const program: ServerProgram = {
        id: `dep_${String(programs).padStart(12, "0")}`,
        serverId: "srv_1",
        folder: own,
        entry: tinyEntry,
        transport: "http",
        image: undefined,
        files: files.map(({ path }) => path),
        digest: createFileListDigest(files.map(({ path, content }) => ({ path, content: Buffer.from(content) }))),
        packages: 0,
        environment: {},
        limits: {},
        egress: createServerEgress({
          readAllowedHosts: () => ({ byUser: [], byVersion: [] }),
          onRefused: () => {},
          userZone: undefined,
        }),
        onLine: (line) => void lines.push(line),
        handleMessages: () => () => {},
        watch: { add: () => {}, addRequest: () => () => {}, remove: () => {} },
        ...more,
      };
      return { program, lines };
    },
    close: double.close,
  };
}
