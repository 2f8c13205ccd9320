import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { bundleForHost, runInHost } from "../host/extensionHost.ts";
import { root } from "../host/prepare/paths.mjs";
import { build } from "../host/run.ts";

const bare = join(import.meta.dirname, "editor", "bare");
const outdir = join(root, "dist", "bench");

const reportSchema = z.object({ value: z.unknown().optional(), error: z.string().optional() });

export interface InEditor<T> {
  /** The path below test/bench/editor. */
  readonly module: string;
  readonly schema: z.ZodType<T>;
  readonly rounds: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs a module in a real extension host with the packaged Fairlead and two minimal extensions, and returns its report. */
export async function inEditor<T>({ module, schema, rounds, environment = {} }: InEditor<T>): Promise<readonly T[]> {
  await build();
  const folder = join(import.meta.dirname, "editor");
  await bundleForHost({ entryPoints: [join(folder, module)], outbase: folder, outdir });
  const first = another("first");
  try {
    const all: T[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { report, ended } = await runInHost({
        module: join(outdir, module.replace(/\.ts$/, ".js")),
        extension: root,
        others: [bare, first],
        executable: join(root, "test", "host", "code.ts"),
        environment,
      });
      const { value, error = String(ended) } = reportSchema.parse(report ?? {});
      if (value === undefined) throw new Error(`${module} said nothing: ${error}`);
      all.push(schema.parse(value));
    }
    return all;
  } finally {
    rmSync(first, { recursive: true });
  }
}

/** The bare extension under another name. */
function another(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-bare-"));
  for (const file of ["package.json", "extension.cjs"])
    writeFileSync(join(folder, file), readFileSync(join(bare, file), "utf8").replaceAll("bare", name));
  return folder;
}
