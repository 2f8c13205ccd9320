import { constants } from "node:fs";
import { access, realpath, writeFile } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { listNodeFiles } from "./nodeFiles.ts";
import { maximumMemoryMb, maximumScratchBytes, type ProgramAccess, type Sandbox } from "./sandbox.ts";
import { createSystemCallFilter } from "./systemCallFilter.ts";

/** The descriptor of the system call filter, after those of the program. */
const filterDescriptor = 5;

/** Limits memory, writes no core dump, yields to other programs, and runs the arguments. `$0` is the file of the filter. */
const script = `ulimit -c 0; ulimit -d ${maximumMemoryMb * 1024}; exec nice -n 10 "$@" ${filterDescriptor}<"$0"`;

/**
 * Confines programs by bubblewrap: files, processes, network, users and everything else that Linux separates are their own. Only Node,
 * its libraries and the program's folder exist, read-only. `folder` keeps the filter. Rejects with the reason why this is not possible.
 */
export async function createBubblewrap(folder: string): Promise<Sandbox> {
  const bubblewrap = await findProgram("bwrap");
  if (bubblewrap === undefined) throw new Error("bubblewrap is not installed");
  const filter = createSystemCallFilter();
  if (!filter) throw new Error(`there is no system call filter for ${process.arch}`);
  const filterFile = join(folder, "filter");
  await writeFile(filterFile, filter, { mode: 0o600 });
  const node = await realpath(process.execPath);
  const readable = listNodeFiles(node);
  const separate = ["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"];
  return {
    name: "bubblewrap",
    hasOwnNetwork: true,
    wrap: (nodeArguments, program) => [
      "/bin/sh",
      ...["-c", script, filterFile],
      ...[bubblewrap, ...separate, "--seccomp", String(filterDescriptor)],
      ...listMounts(readable, program),
      ...["--chdir", program.scratch ?? program.folder, "--", node, ...nodeArguments],
    ],
  };
}

function listMounts(readable: readonly string[], { folder, scratch, socket }: ProgramAccess): string[] {
  const readOnly = [...readable, folder, ...(socket === undefined ? [] : [socket])];
  return [
    ...readOnly.flatMap((path) => ["--ro-bind", path, path]),
    ...(scratch === undefined ? [] : ["--size", String(maximumScratchBytes), "--tmpfs", scratch]),
    ...["--remount-ro", "/"],
  ];
}

async function findProgram(name: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const path = join(folder, name);
    if (isAbsolute(folder) && (await isExecutable(path))) return path;
  }
  return undefined;
}

const isExecutable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
