import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { ModelCallRange } from "../../../testcases/estimateModelCalls.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import type { Memory, Secrets } from "../../base/ports.ts";
import { readUrlOrigin } from "../../connection/model/connection.ts";
import type { EditorModels } from "./model/chatCompletion.ts";
import { type EvalRunner, evalRunnerSchema, formatEvalRunner } from "./model/evalRunner.ts";
import type { ModelRelay, ModelRelayOptions } from "./modelRelay.ts";

/** The user's models, and the consents of this window. */
export interface ModelAccess {
  readonly settings: ReturnType<typeof createModelSettings>;
  readonly editorModels: Pick<EditorModels, "list">;
  readonly agreed: ReturnType<typeof createModelCallConsent>;
  readonly openRelay: (options: ModelRelayRequest) => Promise<ModelRelay>;
  /** True the first time for a text: it is shown once per session. */
  readonly isNews: (text: string) => boolean;
}

type ModelRelayRequest = Pick<ModelRelayOptions, "runner" | "key" | "budget">;

interface Parts {
  readonly memory: Memory;
  readonly secrets: Secrets;
  readonly editorModels: EditorModels;
  readonly openRelay: (options: ModelRelayRequest & Pick<ModelRelayOptions, "editorModels">) => Promise<ModelRelay>;
}

export function createModelAccess({ memory, secrets, editorModels, openRelay }: Parts): ModelAccess {
  const shownTexts = new Set<string>();
  return {
    settings: createModelSettings(memory, secrets),
    editorModels,
    agreed: createModelCallConsent(),
    openRelay: (request) => openRelay({ ...request, editorModels }),
    isNews: (text) => !shownTexts.has(text) && shownTexts.add(text).size > 0,
  };
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

/** The user's models for test runs. A key is bound to the origin it was entered for and never used for another. */
export function createModelSettings(memory: Memory, secrets: Secrets) {
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
    /** The one that is used comes first. */
    list,
    /** The one that is used where none is chosen. */
    read: () => list()[0],
    keyFor: async (runner: EvalRunner): Promise<string | undefined> => {
      const origin = readOrigin(runner);
      return origin === undefined ? undefined : (await readKeys())[origin];
    },
    /** Adds a runner, or changes the one of the same name, and uses it. Without a key, the stored key of the same origin stays. */
    write: (runner: EvalRunner, key?: string): Promise<void> => {
      const origin = readOrigin(runner);
      const added = origin === undefined || key === undefined ? {} : { [origin]: key };
      return save([runner, ...without(runner)], added);
    },
    remove: (runner: EvalRunner): Promise<void> => save(without(runner), {}),
  };
}

export interface SubjectModelCalls extends ModelCallRange {
  /** Identifies the subject, and the agent that does its tasks. */
  readonly key: string;
  /** The number of tasks that an agent does. */
  readonly agentTasks?: number;
}

/** The consents of this session, so that the user is not prompted again. */
export function createModelCallConsent() {
  const agreed = new Map<string, number>();
  return {
    /** Whether the user agreed to at least as many calls for each subject. */
    covers: (plans: readonly SubjectModelCalls[]) => plans.every(({ key, most }) => most <= (agreed.get(key) ?? 0)),
    add: (plans: readonly SubjectModelCalls[]): void => {
      for (const { key, most } of plans) agreed.set(key, Math.max(most, agreed.get(key) ?? 0));
    },
  };
}

/** `between 4 and 18 calls`. */
export function formatModelCalls({ least, most }: ModelCallRange): string {
  if (least !== most) return l10n.t`between ${least} and ${most} calls`;
  return formatQuantity(most, l10n.t("call"), l10n.t("calls"));
}
