import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import type { EvalAgentName } from "../../../../contract/testRuns.ts";
import { parseServerReference } from "../../../../skills/serverReference.ts";
import { maxAgentCalls } from "../../../../testcases/estimateModelCalls.ts";
import { evalAgents } from "../../../../testcases/evalAgents.ts";
import type { FileContent } from "../../../../text/files/fileContent.ts";
import { tryParseJson } from "../../../../text/tryParseJson.ts";
import type { SandboxFinder } from "../../../confinement/findSandbox.ts";
import { createSecretMask } from "../../../deployments/process/processEnvironment.ts";
import { createProcessWatch } from "../../../deployments/process/processWatch.ts";
import { type OfferedSkill, selectOfferedFiles, type TaskRunner } from "../doTask.ts";
import type { TestModel } from "../model/chat.ts";
import { type ModelClient, ModelFailure } from "../model/modelClient.ts";
import type { ProgramEnd } from "../runProgram.ts";
import { writeSkillFiles } from "../scriptRunner.ts";
import type { TaskTools } from "../taskServers.ts";
import { type AgentRead, type AgentRun, type AgentTranscript, agentDefinitions } from "./agentDefinitions.ts";
import { type AgentGateway, agentServerPath, startAgentGateway } from "./agentGateway.ts";
import { type AgentProgram, findAgentProgram } from "./findAgentProgram.ts";
import {
  type AgentConfinement,
  agentTemporaryFolder,
  agentWorkFolder,
  maximumAgentOutput,
  runAgentProgram,
} from "./runAgentProgram.ts";

/** The server that an eval uses. */
interface AgentServer {
  /** `pets@1.2.0` */
  readonly reference: string;
  readonly tools: TaskTools;
}

/** Does the tasks of one run by an agent's program. */
export interface AgentRunner {
  createTaskRunner(server: AgentServer | undefined): TaskRunner;
  /** Ends the agents and removes their files. */
  close(): Promise<void>;
}

interface AgentRunnerOptions {
  readonly agent: EvalAgentName;
  /** The relay of the agent's model. */
  readonly model: TestModel;
  readonly grader: ModelClient;
  readonly workDir: string;
  readonly sandbox: SandboxFinder;
}

/** The port of the gateway in the network of a confined agent. */
const ownPort = 8080;

const resultInstructions =
  "Answer with the whole result of the task. Where the result is one file or several, write each out in full in the answer, under its name.";

export function createAgentRunner(options: AgentRunnerOptions): AgentRunner {
  const { agent, model, grader } = options;
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const watch = createProcessWatch();
  const name = `${evalAgents[agent].title} with ${model.name}`;
  return {
    createTaskRunner: (server) => ({
      name,
      grader,
      doTask: (task, skill, signal) => {
        const stopSignal = AbortSignal.any([signal, closing.signal]);
        const done = doAgentTask({ ...options, watch, server }, task, skill, stopSignal);
        running.add(done);
        return done.finally(() => running.delete(done));
      },
    }),
    close: async () => {
      closing.abort();
      await Promise.allSettled(running);
      await watch.close();
    },
  };
}

interface AgentTaskOptions extends AgentRunnerOptions {
  readonly watch: ReturnType<typeof createProcessWatch>;
  readonly server: AgentServer | undefined;
}

async function doAgentTask(
  options: AgentTaskOptions,
  task: string,
  skill: OfferedSkill | undefined,
  signal: AbortSignal,
): ReturnType<TaskRunner["doTask"]> {
  const { agent, model, sandbox, server } = options;
  const program = await findAgentProgram(agent);
  if (!program) throw new ModelFailure(describeMissingProgram(agent));
  const confinement = await createConfinement(sandbox);
  const { socket } = confinement ?? {};
  const gateway = await startAgentGateway({ model, tools: server?.tools, socket, mostCalls: maxAgentCalls, signal });
  try {
    const input = `${task}\n\n${resultInstructions}\n`;
    const end = await runInFolder({ ...options, program, gateway, confinement, input }, skill, signal);
    signal.throwIfAborted();
    await gateway.close();
    const mask = createSecretMask([gateway.token]);
    const transcript = readTranscript(agent, end, gateway, mask);
    const read = skill ? findReadFiles(transcript.reads, skill.name, selectOfferedFiles(skill.files)) : [];
    return { taskResult: { result: mask(transcript.result), read }, use: gateway.use() };
  } finally {
    await gateway.close();
    if (socket !== undefined) await rm(socket, { force: true });
  }
}

/** undefined: nothing on this machine confines agents. */
async function createConfinement(finder: SandboxFinder): Promise<AgentConfinement | undefined> {
  const { sandbox } = await finder.find();
  if (!sandbox?.wrapAgent) return undefined;
  const socket = join(await finder.folder(), randomBytes(8).toString("hex"));
  return { wrapAgent: sandbox.wrapAgent, socket, port: ownPort };
}

function describeMissingProgram(agent: EvalAgentName): string {
  const { program, package: packageName } = agentDefinitions[agent];
  return `${evalAgents[agent].title} is not installed on this machine: no folder of PATH has a program "${program}". Install it (npm install --global ${packageName}), then restart the editor.`;
}

interface HomeOptions extends AgentTaskOptions {
  readonly program: AgentProgram;
  readonly gateway: AgentGateway;
  readonly confinement: AgentConfinement | undefined;
  readonly input: string;
}

async function runInFolder(
  options: HomeOptions,
  skill: OfferedSkill | undefined,
  signal: AbortSignal,
): Promise<ProgramEnd> {
  const folder = await realpath(await mkdtemp(join(options.workDir, "agent-")));
  try {
    return await runInHome(options, folder, skill, signal);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Writes the agent's home and runs it there. */
async function runInHome(
  { agent, model, server, program, gateway, confinement, input, watch }: HomeOptions,
  folder: string,
  skill: OfferedSkill | undefined,
  signal: AbortSignal,
): Promise<ProgramEnd> {
  const files = join(folder, "files");
  const home = confinement ? join(folder, "home") : files;
  const url = `http://127.0.0.1:${confinement?.port ?? gateway.port}`;
  const definition = agentDefinitions[agent];
  const run: AgentRun = {
    model: model.name,
    home,
    url,
    token: gateway.token,
    isConfined: confinement !== undefined,
    server: server && { name: readServerName(server), url: `${url}${agentServerPath}` },
  };
  for (const path of [agentWorkFolder, agentTemporaryFolder])
    await mkdir(join(files, path), { recursive: true, mode: 0o700 });
  const own = Object.entries(definition.createFiles(run)).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  const offered = skill ? selectOfferedFiles(skill.files) : [];
  await writeSkillFiles(files, [
    ...own,
    ...offered.map(({ path, bytes }) => ({ path: `${definition.skillsFolder}/${skill?.name}/${path}`, bytes })),
  ]);
  return runAgentProgram(
    {
      program,
      arguments: definition.listArguments(run),
      environment: definition.createEnvironment(run),
      input,
      files,
      home,
      confinement,
    },
    watch,
    signal,
  );
}

/** Agents name tools after their server, with few characters. */
function readServerName({ reference }: AgentServer): string {
  return (parseServerReference(reference)?.name ?? "server").replaceAll(/[^A-Za-z0-9-]/g, "-");
}

function readTranscript(
  agent: EvalAgentName,
  { stdout, stderr, exitCode, endedBy }: ProgramEnd,
  gateway: AgentGateway,
  mask: (text: string) => string,
): AgentTranscript & { readonly result: string } {
  const { title } = evalAgents[agent];
  if (endedBy === "output")
    throw new ModelFailure(`${title} wrote more than ${maximumAgentOutput / 2 ** 20} MB and was stopped.`);
  const events = stdout.split("\n").flatMap((line) => tryParseJson(line) ?? []);
  const { result, ...transcript } = agentDefinitions[agent].readTranscript(events);
  if (result !== undefined && result.trim() !== "") return { ...transcript, result };
  const said = mask((stderr.trim() || stdout.trim()).slice(-500));
  const end = exitCode === null ? "was stopped by another program" : `ended with code ${exitCode}`;
  const reasons = [gateway.problem(), transcript.problem && mask(transcript.problem)].filter(Boolean);
  const why = reasons.length > 0 ? reasons.join(" ") : said === "" ? "It said nothing." : `It said: ${said}`;
  throw new ModelFailure(`${title} ${end} without a result. ${why}`);
}

/** The paths of the skill's files that an agent read, in order: `SKILL.md` for a tool that loads the skill. */
export function findReadFiles(
  reads: readonly AgentRead[],
  skillName: string,
  files: readonly Pick<FileContent, "path">[],
): readonly string[] {
  const found = reads.flatMap(({ input, skill }) => {
    if (skill === skillName) return ["SKILL.md"];
    if (!hasPath(input, skillName)) return [];
    return files.flatMap(({ path }) => (hasPath(input, path) ? [path] : []));
  });
  return [...new Set(found)];
}

/** Whether a text has a path, and not only a part of a longer name. */
function hasPath(text: string, path: string): boolean {
  const escaped = path.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`(?<![\\w.-])${escaped}(?![\\w-]|\\.\\w)`).test(text);
}
