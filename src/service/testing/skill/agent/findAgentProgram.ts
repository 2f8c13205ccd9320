import { open, realpath } from "node:fs/promises";
import { dirname, sep } from "node:path";
import { type EvalAgentName, evalAgentNames } from "../../../../contract/testRuns.ts";
import { findProgram } from "../../../confinement/findProgram.ts";
import { agentDefinitions } from "./agentDefinitions.ts";

/** The installed program of an agent. */
export interface AgentProgram {
  /** Starts it as the user does. */
  readonly path: string;
  /** Starts it where only its own files can be read. */
  readonly command: readonly string[];
  /** The real paths of its own files, and of the Node that it needs. */
  readonly readable: readonly string[];
  /** The folders of the programs that it needs. */
  readonly folders: readonly string[];
}

/** Finds the program in the folders of the service's own `PATH`; undefined: it is not installed. */
export async function findAgentProgram(agent: EvalAgentName): Promise<AgentProgram | undefined> {
  // The programs of npm are scripts of the command prompt there.
  if (process.platform === "win32") return undefined;
  const path = await findProgram(agentDefinitions[agent].program);
  if (path === undefined) return undefined;
  const real = await realpath(path);
  const files = [findPackagesFolder(real) ?? real];
  if (!(await isNodeScript(real))) return { path, command: [real], readable: files, folders: [] };
  const node = await realpath((await findProgram("node")) ?? process.execPath);
  return { path, command: [node, real], readable: [...files, node], folders: [dirname(node)] };
}

/** The agents whose programs are installed. */
export async function listInstalledAgents(): Promise<readonly EvalAgentName[]> {
  const found = await Promise.all(
    evalAgentNames.map(async (agent) => ((await findAgentProgram(agent)) ? [agent] : [])),
  );
  return found.flat();
}

/** A package of npm may have its binary in another package beside it. */
function findPackagesFolder(path: string): string | undefined {
  const name = `${sep}node_modules${sep}`;
  const index = path.indexOf(name);
  return index === -1 ? undefined : path.slice(0, index + name.length - 1);
}

const firstBytes = 128;

async function isNodeScript(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(firstBytes), 0, firstBytes, 0);
    const [line = ""] = buffer.toString("latin1", 0, bytesRead).split("\n");
    return /^#!.*\bnode\b/.test(line);
  } finally {
    await file.close();
  }
}
