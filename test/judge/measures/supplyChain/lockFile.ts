import * as z from "zod";

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});
/** It warns about ranges of its version. The project's own install runs no scripts. */
const harmlessScripts = new Set(["node_modules/protobufjs"]);

const lockSchema = z.object({
  lockfileVersion: z.number(),
  packages: z.record(
    z.string(),
    z.object({
      ...{ version: z.string().optional(), integrity: z.string().optional(), resolved: z.string().optional() },
      ...{ dev: z.boolean().optional(), link: z.boolean().optional(), hasInstallScript: z.boolean().optional() },
      ...{
        dependencies: z.record(z.string(), z.string()).optional(),
        devDependencies: z.record(z.string(), z.string()).optional(),
      },
    }),
  ),
});

export interface Locked {
  /** The packages that are installed without the tools, by name, including transitive ones. */
  readonly shipped: readonly string[];
  readonly locked: number;
  readonly findings: readonly string[];
}

/** Reads the packages of the manifest and the lock file, and finds those that are not pinned. */
export function lockFile(manifestText: string, lockText: string): Locked {
  const manifest = manifestSchema.parse(JSON.parse(manifestText));
  const { packages, lockfileVersion } = lockSchema.parse(JSON.parse(lockText));
  const { "": own, ...rest } = packages;
  const entries = Object.entries(rest);
  const requested = { ...manifest.dependencies, ...manifest.devDependencies };
  const findings = [
    ...(lockfileVersion < 3 ? [`The lock file is of version ${lockfileVersion}.`] : []),
    ...Object.entries(requested).flatMap(([name, version]) =>
      /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) ? [] : [`${name} is asked for as "${version}", not as one version.`],
    ),
    ...Object.entries(requested).flatMap(([name, version]) =>
      rest[`node_modules/${name}`]?.version === version ? [] : [`${name} ${version} is not what is locked.`],
    ),
    ...(JSON.stringify({ ...own?.dependencies, ...own?.devDependencies }) === JSON.stringify(requested)
      ? []
      : ["The lock file is of another manifest."]),
    ...entries.flatMap(([path, { integrity, link }]) =>
      link || /^sha512-/.test(integrity ?? "") ? [] : [`${path} has no sha512.`],
    ),
    ...entries.flatMap(([path, { resolved }]) =>
      resolved === undefined ? [] : [`${path} names where it was downloaded.`],
    ),
    ...entries.flatMap(([path, { dev, hasInstallScript }]) =>
      hasInstallScript && !dev && !harmlessScripts.has(path) ? [`${path} runs a script when it is installed.`] : [],
    ),
  ];
  return {
    shipped: entries.filter(([, { dev }]) => !dev).map(([path]) => path.replace("node_modules/", "")),
    locked: entries.length,
    findings,
  };
}
