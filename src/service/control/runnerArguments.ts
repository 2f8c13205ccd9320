import { resolve } from "node:path";
import type { RunnerOptions } from "../deployments/runners/runnerOptions.ts";
import { parseImageReference } from "../images/imageReference.ts";

const stringOption = { type: "string" } as const;

/** The options that say where servers run. */
export const runnerOptions = {
  "container-engine": stringOption,
  "base-image": stringOption,
  "registry-auth": stringOption,
};

export const runnerUsage = "[--container-engine SOCKET|auto] [--base-image NAME[@DIGEST]] [--registry-auth FILE]";

type RunnerValues = { readonly [Name in keyof typeof runnerOptions]?: string | undefined };

export function readRunnerOptions(values: RunnerValues): RunnerOptions {
  const { "container-engine": engine = "auto", "base-image": baseImage, "registry-auth": authFile } = values;
  if (engine === "") throw new Error("--container-engine must be the path of a socket, or auto.");
  if (baseImage !== undefined) parseImageReference(baseImage);
  return {
    engineSocket: engine === "auto" ? undefined : resolve(engine.replace(/^unix:\/\//, "")),
    baseImage,
    registryAuthFile: authFile === undefined ? undefined : resolve(authFile),
  };
}
