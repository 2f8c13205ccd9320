import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTests } from "@vscode/test-electron";
import { type BuildOptions, build } from "esbuild";

export interface HostRun {
  /** A built module whose `run` writes its report to the file that FAIRLEAD_TEST_REPORT names. */
  readonly module: string;
  /** The folder of the extension under development, whose API the module shares. */
  readonly extension: string;
  /** Folders of other extensions. */
  readonly others?: readonly string[];
  /** The editor; by default a downloaded desktop VS Code. */
  readonly executable?: string | undefined;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface HostEnd {
  /** Undefined if no report was written. */
  readonly report: unknown;
  /** The error of the editor, if it failed. */
  readonly ended: unknown;
}

/** Runs a module in a real extension host with an empty profile. */
export async function runInHost(run: HostRun): Promise<HostEnd> {
  const { module, extension, others = [], executable, environment } = run;
  const folder = mkdtempSync(join(tmpdir(), "fairlead-host-"));
  const report = join(folder, "report.json");
  const workspace = join(folder, "workspace");
  const extensionsDir = join(folder, "extensions");
  mkdirSync(workspace);
  // VS Code reads these files at its first start.
  for (const [index, other] of others.entries()) cpSync(other, join(extensionsDir, String(index)), { recursive: true });
  try {
    const ended = await runTests({
      ...(executable === undefined ? {} : { vscodeExecutablePath: executable }),
      extensionDevelopmentPath: extension,
      extensionTestsPath: module,
      extensionTestsEnv: { ...environment, FAIRLEAD_TEST_REPORT: report },
      launchArgs: [
        workspace,
        `--user-data-dir=${join(folder, "data")}`,
        `--extensions-dir=${extensionsDir}`,
        "--disable-extensions",
      ],
    }).catch((error: unknown) => error);
    return { report: existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined, ended };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The extension host loads CommonJS, so each module for it is bundled. */
export async function bundleForHost(options: Pick<BuildOptions, "entryPoints" | "outbase" | "outdir">): Promise<void> {
  if (options.outdir !== undefined) rmSync(options.outdir, { recursive: true, force: true });
  await build({
    ...options,
    ...{ bundle: true, format: "cjs", platform: "node", target: "node24" },
    // As the product is bundled: the main file of jsonc-parser cannot be.
    mainFields: ["module", "main"],
    external: ["vscode", "mocha"],
    sourcemap: "inline",
    logLevel: "warning",
  });
}
