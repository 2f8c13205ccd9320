import { createContainerDriver } from "./containers/containerDriver.ts";
import type { ServiceContext } from "./context.ts";
import { createProcessDriver } from "./deployments/runners/processDriver.ts";
import type { RunnerOptions } from "./deployments/runners/runnerOptions.ts";
import {
  createMissingDriver,
  createServerRunners,
  type RunnerDrivers,
  type ServerRunners,
} from "./deployments/runners/serverRunners.ts";
import { createBaseImages } from "./images/baseImages.ts";
import { getHostPlatform } from "./images/imageFormat.ts";
import { createCredentialFinder, findUserCredentials } from "./images/registryCredentials.ts";
import { createKubernetesDriver } from "./kubernetes/kubernetesDriver.ts";
import { readServiceSetting, writeServiceSetting } from "./storage/serviceSettings.ts";

/** Node of the version that the service is tested with. */
const defaultBaseImage = "docker.io/library/node:24-slim";

/** All ways to run servers. A new one is a line of this table. */
export function createRunners(
  { db, log, sandbox, imageFolder }: Pick<ServiceContext, "db" | "log" | "sandbox"> & { readonly imageFolder: string },
  { engineSocket, baseImage = defaultBaseImage, registryAuthFile, kubernetes }: RunnerOptions,
  drivers: Partial<RunnerDrivers> = {},
): ServerRunners {
  const warn = (message: string) => log("warning", message);
  const findCredentials =
    registryAuthFile === undefined ? findUserCredentials() : createCredentialFinder(registryAuthFile);
  const baseImages = createBaseImages({
    folder: imageFolder,
    pins: {
      read: (name) => readServiceSetting(db, `image ${name}`),
      write: (name, digest) => {
        log("info", `The base image ${name} is ${digest} from now on.`);
        writeServiceSetting(db, `image ${name}`, digest);
      },
    },
    findCredentials,
  });
  return createServerRunners({
    process: createProcessDriver(sandbox),
    container:
      engineSocket === null
        ? createMissingDriver("This service uses no container engine. Start it with --container-engine auto.")
        : createContainerDriver({
            db,
            engineSocket,
            log: warn,
            readBaseImage: (signal) => baseImages.resolve(baseImage, getHostPlatform(), signal),
          }),
    kubernetes: kubernetes
      ? createKubernetesDriver({
          db,
          kubernetes,
          log: warn,
          nodeImage: baseImage,
        })
      : createMissingDriver("This service has no cluster. Start it with --kubernetes CONTEXT."),
    ...drivers,
  });
}
