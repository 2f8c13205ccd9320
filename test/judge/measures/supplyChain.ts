import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../host/prepare/paths.mjs";
import { build } from "../../host/run.ts";
import { bundledPackages, sbomText } from "../../host/sbom.ts";
import type { Measure } from "../figure.ts";
import { lockFile } from "./supplyChain/lockFile.ts";
import { audit, npmBom, readBom } from "./supplyChain/npm.ts";
import { twoBuilds } from "./supplyChain/twoBuilds.ts";

const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");

export const supplyChain: Measure = {
  id: "S8",
  goal: "no dependency known to be open to attack; all locked; same vsix twice; SBOM",
  needs: "node",
  measure: async () => {
    const lock = lockFile(read("package.json"), read("package-lock.json"));
    await build();
    const meta = read("dist", "meta.json");
    const bundled = bundledPackages(meta);
    const misfits = await billMisfits(sbomText(meta, read("package-lock.json")), bundled);
    const known = await audit();
    const [one, other] = await twoBuilds(bundled);
    const findings = [
      ...lock.findings,
      ...misfits,
      ...bundled
        .filter((name) => !lock.shipped.includes(name))
        .map((name) => `${name} is bundled, but locked as a tool.`),
      ...(known && known.grave > 0 ? [`${known.grave} high or critical vulnerabilities are known.`] : []),
      ...(one.vsix !== other.vsix ? ["Two builds made two packages."] : []),
      ...(one.sbom !== other.sbom ? ["Two builds made two bills of materials."] : []),
    ];
    const audited = known ? `${known.grave} of ${known.total} known vulnerabilities high` : "no audit by this registry";
    const figure =
      `${lock.shipped.length} dependencies with theirs, ${lock.locked} locked by sha512, ` +
      `${bundled.length} in the bundles and the SBOM, ${audited}; two builds in two places, one sha256 ${one.vsix.slice(0, 12)}`;
    return { figure, met: findings.length === 0, findings };
  },
};

/** Compares the bill of materials with the bundles and with npm's own bill. */
async function billMisfits(text: string, bundled: readonly string[]): Promise<readonly string[]> {
  const bill = readBom(text).components;
  const { components: installed } = await npmBom();
  const names = bill.map(({ name }) => name);
  return [
    ...(JSON.stringify(names) === JSON.stringify(bundled) ? [] : [`The SBOM names ${names.join(", ")}.`]),
    ...bill.flatMap(({ name, version, purl, hashes }) => {
      const same = installed.find((one) => one.purl === purl);
      if (!same) return [`${name} ${version} is bundled, but npm does not know of it.`];
      return JSON.stringify(same.hashes) === JSON.stringify(hashes) ? [] : [`${name} has another hash by npm.`];
    }),
  ];
}
