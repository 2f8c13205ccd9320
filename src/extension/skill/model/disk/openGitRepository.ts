import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as l10n from "@vscode/l10n";
import { CommandError } from "../../../base/failure.ts";
import type { OpenGitRepository } from "../source/openGitSource.ts";

const timeoutMs = 120_000;
const mostBytes = 64 * 2 ** 20;

/** What a repository, a workspace or a session of Git could use to run programs or to write elsewhere. */
const settings = {
  "core.hooksPath": "/dev/null",
  "core.fsmonitor": "false",
  "core.symlinks": "false",
  "fetch.recurseSubmodules": "false",
  "fetch.writeCommitGraph": "false",
  "submodule.recurse": "false",
  "maintenance.auto": "false",
  "gc.auto": "0",
  "protocol.file.allow": "always",
};

/**
 * The user's own Git with the user's own settings, credential helper and proxy: in a temporary bare repository, without prompts.
 */
export const openGitRepository: OpenGitRepository = async (signal) => {
  const folder = await mkdtemp(join(tmpdir(), "fairlead-git-"));
  // Each command has its own time, because the user may think between two of them.
  const run = (args: readonly string[], options: RunOptions = {}) => {
    const ends = [signal, AbortSignal.timeout(timeoutMs), ...(options.signal ? [options.signal] : [])];
    return runGit(folder, args, AbortSignal.any(ends), options);
  };
  const dispose = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    await run(["init", "--quiet", "--bare", "--template="]);
  } catch (error) {
    await dispose();
    throw error;
  }
  return { run, [Symbol.asyncDispose]: dispose };
};

interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly most?: number;
  readonly signal?: AbortSignal;
}

async function runGit(
  folder: string,
  args: readonly string[],
  signal: AbortSignal,
  { input = "", most = mostBytes }: RunOptions,
): Promise<Buffer> {
  const child = spawn("git", args, { cwd: folder, env: createEnvironment(folder), signal, windowsHide: true });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const output: Buffer[] = [];
  let size = 0;
  let problem = "";
  child.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    output.push(chunk);
    if (size <= most) return;
    child.kill();
    reject(new CommandError(l10n.t("The repository lists more than can be read. Name a folder of it.")));
  });
  child.stderr.on("data", (chunk: Buffer) => {
    problem = (problem + chunk.toString()).slice(-4000);
  });
  child.once("error", (cause) => reject(signal.aborted ? (signal.reason ?? cause) : createStartError(cause)));
  child.once("close", resolve);
  // Git may end before it reads everything.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const code = await promise;
  signal.throwIfAborted();
  if (code !== 0) throw new CommandError(describeFailure(args, problem));
  return Buffer.concat(output);
}

function createStartError(cause: Error): CommandError {
  const isMissing = "code" in cause && cause.code === "ENOENT";
  const message = isMissing
    ? l10n.t("Git is not installed, or not on the PATH. Install it, then reload the window.")
    : l10n.t`Git could not be started: ${cause.message}`;
  return new CommandError(message, { cause });
}

/** Git's first complaint says most. It may name an address, but addresses with credentials are refused before. */
function describeFailure([command = ""]: readonly string[], problem: string): string {
  const lines = problem
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const line = lines.find((one) => /^(fatal|error|remote):/.test(one)) ?? lines.at(-1) ?? "";
  return l10n.t`git ${command} failed: ${line.replace(/^(fatal|error): /, "")}`;
}

function createEnvironment(folder: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) =>
      !/^GIT_(DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_.*|COMMON_DIR|NAMESPACE|CONFIG.*|TRACE.*|TEMPLATE_DIR)$/.test(
        name,
      ),
  );
  const given = Object.entries(settings).flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    ...Object.fromEntries(inherited),
    ...Object.fromEntries(given),
    GIT_CONFIG_COUNT: String(Object.keys(settings).length),
    GIT_DIR: folder,
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: "https:http:ssh:file",
    GIT_NO_LAZY_FETCH: "1",
    LC_ALL: "C",
  };
}
