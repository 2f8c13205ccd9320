import { resolve } from "node:path";
import type { RunnerOptions } from "../deployments/runners/runnerOptions.ts";

const stringOption = { type: "string" } as const;

/** The options that say where servers run. */
export const runnerOptions = { "container-engine": stringOption, "base-image": stringOption };

export const runnerUsage = "[--container-engine SOCKET|auto] [--base-image NAME[@DIGEST]]";

type RunnerValues = { readonly [Name in keyof typeof runnerOptions]?: string | undefined };

export function readRunnerOptions(values: RunnerValues): RunnerOptions {
  const { "container-engine": engine = "auto", "base-image": baseImage } = values;
  if (engine === "") throw new Error("--container-engine must be the path of a socket, or auto.");
  if (baseImage !== undefined && !/^[a-z0-9][\w.:/@-]{0,300}$/i.test(baseImage))
    throw new Error(`--base-image must be like "docker.io/library/node:24-slim", not "${baseImage}".`);
  return {
    engineSocket: engine === "auto" ? undefined : resolve(engine.replace(/^unix:\/\//, "")),
    baseImage,
  };
}
