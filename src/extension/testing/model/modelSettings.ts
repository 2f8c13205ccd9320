import * as z from "zod";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import type { Memory, Secrets } from "../../base/ports.ts";
import { readUrlOrigin } from "../../connection/model/connection.ts";
import { type EvalRunner, evalRunnerSchema, formatEvalRunner } from "./model/evalRunner.ts";

/** The user's models for test runs. A key is bound to the origin it was entered for and never used for another. */
export interface ModelSettings {
  /** The one that is used where none is chosen. */
  read(): EvalRunner | undefined;
  /** The one that is used comes first. */
  list(): readonly EvalRunner[];
  keyFor(runner: EvalRunner): Promise<string | undefined>;
  /** Adds a runner, or changes the one of the same name, and uses it. Without a key, the stored key of the same origin stays. */
  write(runner: EvalRunner, key?: string): Promise<void>;
  remove(runner: EvalRunner): Promise<void>;
}

const memoryName = "evalRunners";
const runnersSchema = z.array(evalRunnerSchema).catch([]);
/** What was stored when there was one model only. */
const singleName = "model";
const singleSchema = z.object({ baseUrl: z.url(), name: z.string() });

const secretName = "fairlead.model";
const keysSchema = z.union([
  z.object({ version: z.literal(2), keys: z.record(z.string(), z.string().min(1)) }),
  z
    .object({ version: z.literal(1), origin: z.string(), key: z.string().min(1) })
    .transform(({ origin, key }) => ({ version: 2 as const, keys: { [origin]: key } })),
]);

/** undefined: it has no URL, and so no key. */
const readOrigin = (runner: EvalRunner) => ("baseUrl" in runner ? readUrlOrigin(runner.baseUrl) : undefined);

export function createModelSettings(memory: Memory, secrets: Secrets): ModelSettings {
  const list = (): readonly EvalRunner[] => {
    const stored = memory.read("user", memoryName);
    if (stored !== undefined) return runnersSchema.parse(stored);
    const single = singleSchema.safeParse(memory.read("user", singleName)).data;
    return single ? [{ kind: "openai", ...single }] : [];
  };
  const readKeys = async (): Promise<Readonly<Record<string, string>>> =>
    keysSchema.safeParse(tryParseJson((await secrets.get(secretName)) ?? "")).data?.keys ?? {};
  /** Keys of origins that no runner has are removed. */
  const save = async (runners: readonly EvalRunner[], added: Readonly<Record<string, string>>) => {
    const origins = new Set(runners.map(readOrigin));
    const kept = Object.entries({ ...(await readKeys()), ...added }).filter(([origin]) => origins.has(origin));
    if (kept.length === 0) await secrets.delete(secretName);
    else await secrets.set(secretName, JSON.stringify({ version: 2, keys: Object.fromEntries(kept) }));
    await memory.write("user", memoryName, runners.length === 0 ? undefined : runners);
    await memory.write("user", singleName, undefined);
  };
  const without = (runner: EvalRunner) => list().filter((one) => formatEvalRunner(one) !== formatEvalRunner(runner));
  return {
    list,
    read: () => list()[0],
    keyFor: async (runner) => {
      const origin = readOrigin(runner);
      return origin === undefined ? undefined : (await readKeys())[origin];
    },
    write: (runner, key) => {
      const origin = readOrigin(runner);
      const added = origin === undefined || key === undefined ? {} : { [origin]: key };
      return save([runner, ...without(runner)], added);
    },
    remove: (runner) => save(without(runner), {}),
  };
}
