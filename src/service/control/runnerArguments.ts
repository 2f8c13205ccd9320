import { resolve } from "node:path";
import type { parseArgs } from "node:util";
import type { RunnerOptions } from "../deployments/runners/runnerOptions.ts";
import { parseImageReference } from "../images/imageReference.ts";

const stringOption = { type: "string" } as const;

/** The options that say where servers run. */
export const runnerOptions = {
  "container-engine": stringOption,
  "base-image": stringOption,
  "registry-auth": stringOption,
  kubernetes: stringOption,
  "kubernetes-namespace": stringOption,
  "kubernetes-operator": { type: "boolean" } as const,
  "image-repository": stringOption,
};

export const runnerUsage = `[--container-engine SOCKET|auto] [--base-image NAME[@DIGEST]] [--registry-auth FILE]
  [--kubernetes CONTEXT|in-cluster --image-repository NAME [--kubernetes-namespace NAME] [--kubernetes-operator]]`;

type RunnerValues = ReturnType<typeof parseArgs<{ options: typeof runnerOptions }>>["values"];

/** The engine of the machine is used for other machines only if it is named: it builds what its users write. */
export function readRunnerOptions(values: RunnerValues, isPublic: boolean): RunnerOptions {
  const {
    "container-engine": engine = isPublic ? undefined : "auto",
    "base-image": baseImage,
    "registry-auth": authFile,
  } = values;
  if (engine === "") throw new Error("--container-engine must be the path of a socket, or auto.");
  if (baseImage !== undefined) parseImageReference(baseImage);
  return {
    engineSocket: readEngineSocket(engine),
    baseImage,
    registryAuthFile: authFile === undefined ? undefined : resolve(authFile),
    kubernetes: readKubernetesOptions(values),
  };
}

function readEngineSocket(engine: string | undefined): RunnerOptions["engineSocket"] {
  if (engine === undefined) return null;
  return engine === "auto" ? undefined : resolve(engine.replace(/^unix:\/\//, ""));
}

function readKubernetesOptions(values: RunnerValues): RunnerOptions["kubernetes"] {
  const { kubernetes: context, "kubernetes-namespace": namespace, "image-repository": imageRepository } = values;
  const hasOperator = values["kubernetes-operator"] ?? false;
  if (context === undefined) {
    if (namespace === undefined && imageRepository === undefined && !hasOperator) return undefined;
    throw new Error("--kubernetes-namespace, --kubernetes-operator and --image-repository need --kubernetes CONTEXT.");
  }
  if (context === "") throw new Error("--kubernetes must be the name of a context of your kubeconfig, or in-cluster.");
  if (imageRepository === undefined)
    throw new Error(
      `--kubernetes needs --image-repository, from which the cluster pulls the servers' images, such as "registry.example.com/team/servers".`,
    );
  if (namespace !== undefined && !/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(namespace))
    throw new Error(`--kubernetes-namespace must be the name of a namespace, not "${namespace}".`);
  const { tag, digest } = parseImageReference(imageRepository);
  if (digest !== undefined || tag !== "latest" || imageRepository.endsWith(":latest"))
    throw new Error(`--image-repository must be a name without a tag, not "${imageRepository}".`);
  return { context, namespace, imageRepository, hasOperator };
}
