import { resolve } from "node:path";
import type { parseArgs } from "node:util";
import type { RunnerOptions } from "../createRunners.ts";

const stringOption = { type: "string" } as const;

/** The options that say where servers run. */
export const runnerOptions = {
  "container-engine": stringOption,
  "base-image": stringOption,
  kubernetes: stringOption,
  "kubernetes-namespace": stringOption,
};

export const runnerUsage = `[--container-engine SOCKET|auto] [--base-image NAME[@DIGEST]]
  [--kubernetes CONTEXT|in-cluster [--kubernetes-namespace NAME]]`;

type RunnerValues = ReturnType<typeof parseArgs<{ options: typeof runnerOptions }>>["values"];

/** The engine of the machine is used for other machines only if it is named: it builds what its users write. */
export function readRunnerOptions(values: RunnerValues, isPublic: boolean): RunnerOptions {
  const { "container-engine": engine = isPublic ? undefined : "auto", "base-image": baseImage } = values;
  if (engine === "") throw new Error("--container-engine must be the path of a socket, or auto.");
  // It becomes a line of a Dockerfile.
  if (baseImage !== undefined && !/^\w[\w./:@-]*$/.test(baseImage))
    throw new Error(`--base-image must be the name of an image, such as "docker.io/library/node:24-slim".`);
  return {
    engineSocket: readEngineSocket(engine),
    baseImage,
    kubernetes: readKubernetesOptions(values),
  };
}

function readEngineSocket(engine: string | undefined): RunnerOptions["engineSocket"] {
  if (engine === undefined) return null;
  return engine === "auto" ? undefined : resolve(engine.replace(/^unix:\/\//, ""));
}

function readKubernetesOptions(values: RunnerValues): RunnerOptions["kubernetes"] {
  const { kubernetes: context, "kubernetes-namespace": namespace } = values;
  if (context === undefined) {
    if (namespace === undefined) return undefined;
    throw new Error("--kubernetes-namespace needs --kubernetes CONTEXT.");
  }
  if (context === "") throw new Error("--kubernetes must be the name of a context of your kubeconfig, or in-cluster.");
  if (namespace !== undefined && !/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(namespace))
    throw new Error(`--kubernetes-namespace must be the name of a namespace, not "${namespace}".`);
  return { context, namespace };
}
