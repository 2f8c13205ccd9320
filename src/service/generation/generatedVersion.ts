import { fork } from "node:child_process";
import * as z from "zod";
import { fileSchema } from "../../contract/files.ts";
import { type SourceProblem, serverVariableSchema, sourceProblemSchema } from "../../contract/servers.ts";
import type { ServerGenerationInput } from "../../generator/generateServerFiles.ts";
import { createProgramEnvironment } from "../deployments/process/processEnvironment.ts";
import { killWatched, type ProcessWatch, watchedSpawn } from "../deployments/process/processWatch.ts";
import { waitUnlessAborted } from "../network/waitUnlessAborted.ts";
import { oauthAccountSchema } from "../oauth/oauthAccount.ts";

/** The files and facts of one version, from any kind of source. */
export const generatedVersionSchema = z.object({
  files: z.array(fileSchema),
  entry: z.string(),
  manifest: z.record(z.string(), z.unknown()),
  variables: z.array(serverVariableSchema),
  accounts: z.array(oauthAccountSchema),
  /** The former names of variables that were renamed, by their names. */
  formerNames: z.record(z.string(), z.string()).optional(),
  toolCount: z.number().int().nullable(),
  /** The names of the skills among the files. */
  skills: z.array(z.string()).optional(),
  title: z.string(),
  description: z.string(),
  /** Warnings; they did not prevent the version. */
  problems: z.array(sourceProblemSchema),
});
export type GeneratedVersion = z.output<typeof generatedVersionSchema>;

const generateWorkerResponseSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), material: generatedVersionSchema }),
  z.object({ ok: z.literal(false), problems: z.array(sourceProblemSchema) }),
]);

/** Thrown when a version cannot be generated from a source. The message is shown to the user. */
export class UnusableSourceError extends Error {
  readonly problems: readonly SourceProblem[];

  constructor(message: string, problems: readonly SourceProblem[] = [], cause?: unknown) {
    super(message, { cause });
    this.name = "UnusableSourceError";
    this.problems = problems;
  }
}

export function createUnusableSourceError(problems: readonly SourceProblem[]): UnusableSourceError {
  const errors = problems.filter(({ severity }) => severity === "error");
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  return new UnusableSourceError(
    `The document cannot be used: ${first?.message ?? "no reason given"}${more}`,
    problems,
  );
}

/** Generates the files of a server. Rejects with `UnusableSourceError` if the document has errors, and when `signal` is aborted. */
export type GenerateServer = (request: ServerGenerationInput, signal: AbortSignal) => Promise<GeneratedVersion>;

/**
 * Most of what a generation allocates stays until its end: a larger young generation takes more time, and 55 MB more. Compilers that run
 * beside it take a tenth more of both.
 */
export const generatorFlags = ["--max-old-space-size=2048", "--max-semi-space-size=2", "--no-concurrent-recompilation"];
const timeoutMs = 120_000;

/** Generates in a process of its own with the module `file`, so that a document of many megabytes does not block other requests. */
export const generateInChild =
  (file: string, watch: ProcessWatch): GenerateServer =>
  async (request, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const timeout = AbortSignal.timeout(timeoutMs);
    const stopSignal = AbortSignal.any([signal, timeout]);
    stopSignal.throwIfAborted();
    const child = fork(file, [], {
      ...watchedSpawn,
      execArgv: generatorFlags,
      env: createProgramEnvironment(process.env),
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc", "pipe"],
    });
    watch.add(child);
    child.once("message", resolve).once("error", reject);
    child.once("exit", (code, killedBy) =>
      reject(new Error(`it ended with ${code ?? killedBy}. If the document is large, choose fewer operations.`)),
    );
    // A process that ends before it reads says so by its exit.
    child.send(request, () => undefined);
    try {
      return readGeneratedVersion(await waitUnlessAborted(promise, stopSignal));
    } catch (error) {
      if (error === timeout.reason) {
        throw new UnusableSourceError(
          `The generation took longer than ${timeoutMs / 1000} s. Choose fewer operations.`,
          [],
          error,
        );
      }
      throw error;
    } finally {
      killWatched(child);
      watch.remove(child);
    }
  };

/** Reads what `createGenerationResponse` returned, perhaps in another process. */
export function readGeneratedVersion(response: unknown): GeneratedVersion {
  const parsed = generateWorkerResponseSchema.parse(response);
  if (!parsed.ok) throw createUnusableSourceError(parsed.problems);
  return parsed.material;
}
