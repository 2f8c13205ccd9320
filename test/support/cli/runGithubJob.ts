import { spawn } from "node:child_process";
import { once } from "node:events";
import { parse } from "yaml";
import * as z from "zod";

const stepSchema = z.object({
  name: z.string().optional(),
  run: z.string().optional(),
  if: z.string().optional(),
  env: z.record(z.string(), z.string()).default({}),
  "continue-on-error": z.boolean().default(false),
});
const workflowSchema = z.object({
  env: z.record(z.string(), z.string()).default({}),
  jobs: z.record(
    z.string(),
    z.object({ env: z.record(z.string(), z.string()).default({}), steps: z.array(stepSchema) }),
  ),
});

interface JobContext {
  readonly cwd: string;
  /** What the runner of GitHub gives, and what replaces the workflow's own. */
  readonly environment: Readonly<Record<string, string>>;
  /** The values of expressions such as `secrets.FAIRLEAD_KEY`; others are empty, as secrets are that are not set. */
  readonly expressions: Readonly<Record<string, string>>;
}

interface EndedJob {
  readonly ok: boolean;
  /** The steps that failed, those also that may. */
  readonly failed: readonly string[];
  readonly output: string;
}

/** Runs the `run` steps of a job one after the other, as the runner of GitHub does: with bash, and none after a failure that does not say so. */
export async function runGithubJob(workflow: string, job: string, context: JobContext): Promise<EndedJob> {
  const { jobs, env } = workflowSchema.parse(parse(workflow));
  const { steps, env: ofJob } = jobs[job] ?? { steps: [], env: {} };
  let ok = true;
  let output = "";
  const failed: string[] = [];
  for (const step of steps) {
    if (step.run === undefined || (!ok && step.if === undefined)) continue;
    const given = Object.entries({ ...env, ...ofJob, ...step.env });
    const evaluate = (text: string) =>
      text.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => context.expressions[expression] ?? "");
    const own = Object.fromEntries(given.map(([name, value]) => [name, evaluate(value)]));
    const ended = await runBash(step.run, context.cwd, { ...own, ...context.environment });
    output += ended.output;
    if (ended.code === 0) continue;
    failed.push(step.name ?? step.run);
    if (!step["continue-on-error"]) ok = false;
  }
  return { ok, failed, output };
}

async function runBash(script: string, cwd: string, environment: Readonly<Record<string, string>>) {
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
    ...{ cwd, env: environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const [code] = await once(child, "close");
  return { code, output };
}
