import { readServerTransport, type ServerTransport } from "../contract/registry.ts";
import { isRecord } from "../text/record.ts";
import { tryParseJson } from "../text/tryParseJson.ts";
import type { ExportedServer } from "./exportedServer.ts";

/** How a version is started. */
export interface ServerProgram {
  /** The module that Node runs; undefined: the version says only how its image is built. */
  readonly entry: string | undefined;
  readonly transport: ServerTransport;
  /** The text of the version's own Dockerfile. */
  readonly dockerfile: string | undefined;
  readonly hasManifest: boolean;
  readonly hasLockFile: boolean;
  /** The lowest version of Node that the version names, such as `24` or `22.18`. */
  readonly nodeVersion: string;
  /** The port that the version itself proposes where it is started by hand. */
  readonly port: number;
}

/** The Node that Fairlead runs servers with. */
const defaultNodeVersion = "24";
export const defaultPort = 8080;
/** The names that Node projects give the file that starts them. */
const usualEntries = ["server.mjs", "server.js", "server.ts", "index.mjs", "index.js", "index.ts"];
const isModule = (path: string) => /\.[cm]?[jt]s$/.test(path);

/** Finds out how a version is started; undefined if nothing of it says so. */
export function findServerProgram({
  files,
  entry,
}: Pick<ExportedServer, "entry" | "files">): ServerProgram | undefined {
  const paths = new Set(files.map(({ path }) => path));
  const { main, node } = readManifest(readExportedText(files, "package.json"));
  const found = [entry, main, ...usualEntries].find((path) => path && paths.has(path) && isModule(path));
  const dockerfile = readExportedText(files, "Dockerfile");
  if (found === undefined && dockerfile === undefined) return undefined;
  return {
    entry: found,
    transport: readServerTransport(tryParseJson(readExportedText(files, "server.json") ?? "")),
    dockerfile,
    hasManifest: paths.has("package.json"),
    hasLockFile: paths.has("package-lock.json") && paths.has("package.json"),
    nodeVersion: findNodeVersion(node) ?? defaultNodeVersion,
    port: findPort(readExportedText(files, ".env.example")) ?? defaultPort,
  };
}

export function readExportedText(files: ExportedServer["files"], path: string): string | undefined {
  const file = files.find((one) => one.path === path);
  return file && Buffer.from(file.bytes).toString("utf8");
}

interface Manifest {
  readonly main?: string | undefined;
  readonly node?: string | undefined;
}

function readManifest(text: string | undefined): Manifest {
  const manifest = text === undefined ? undefined : tryParseJson(text);
  if (!isRecord(manifest)) return {};
  const { main, engines } = manifest;
  const node = isRecord(engines) ? engines.node : undefined;
  return {
    main: typeof main === "string" ? main.replace(/^\.\//, "") : undefined,
    node: typeof node === "string" ? node : undefined,
  };
}

/** `>=24` is `24`, `^22.18.0` is `22.18`. A minor version of 0 is any of the major one. */
function findNodeVersion(range = ""): string | undefined {
  const [, major, minor = "0"] = /(\d+)(?:\.(\d+))?/.exec(range) ?? [];
  return major === undefined || minor === "0" ? major : `${major}.${minor}`;
}

function findPort(environmentExample = ""): number | undefined {
  const port = Number(/^PORT=(\d{1,5})$/m.exec(environmentExample)?.[1]);
  return port > 0 && port < 65_536 ? port : undefined;
}
