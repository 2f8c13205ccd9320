import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { root } from "./prepare/paths.mjs";

const metaSchema = z.object({
  outputs: z.record(z.string(), z.object({ inputs: z.record(z.string(), z.object({ bytesInOutput: z.number() })) })),
});
const lockSchema = z.object({
  version: z.string(),
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), license: z.string().optional(), integrity: z.string().optional() }),
  ),
});

/** These bundles are for a service alone; `.vscodeignore` leaves them out of the package. */
const notShipped = ["dist/telemetry/", "dist/cluster/"];

/** Lists the packages in the bundles of the extension from esbuild's metafile. */
export function bundledPackages(metaText: string): readonly string[] {
  const { outputs } = metaSchema.parse(JSON.parse(metaText));
  const shipped = Object.entries(outputs).filter(([output]) => !notShipped.some((folder) => output.startsWith(folder)));
  const files = shipped.flatMap(([, { inputs }]) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const names = files.flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort();
}

/** Creates the bill of materials in CycloneDX 1.6, without time and random numbers, so that the same build yields the same text. */
export function sbomText(metaText: string, lockText: string): string {
  const { version, packages } = lockSchema.parse(JSON.parse(lockText));
  const components = bundledPackages(metaText).map((name) => {
    const found = packages[`node_modules/${name}`];
    if (found?.version === undefined || found.integrity === undefined)
      throw new Error(`${name} is bundled, but package-lock.json does not say which version of it. Run npm install.`);
    return component(name, found.version, found.license, found.integrity);
  });
  const own = { type: "application", "bom-ref": `fairlead@${version}`, name: "fairlead", version };
  const bom = { bomFormat: "CycloneDX", specVersion: "1.6", version: 1, metadata: { component: own }, components };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

function component(name: string, version: string, license: string | undefined, integrity: string) {
  const [algorithm = "", digest = ""] = integrity.split("-");
  return {
    ...{ type: "library", "bom-ref": `${name}@${version}`, name, version },
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    hashes: [{ alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(digest, "base64").toString("hex") }],
    ...(license !== undefined && { licenses: [{ license: { id: license } }] }),
  };
}

/** Writes the bill of materials beside the package. */
export function writeSbom(file = join(root, "dist", "fairlead.cdx.json")): string {
  const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");
  writeFileSync(file, sbomText(read("dist", "meta.json"), read("package-lock.json")));
  return file;
}
