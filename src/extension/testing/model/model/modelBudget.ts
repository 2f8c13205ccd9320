import * as l10n from "@vscode/l10n";
import { locale } from "../../../../text/language/locale.ts";
import type { TokenUse } from "../../../../text/number/readTokenUse.ts";
import { formatCost, type ModelPrice, readCost } from "./modelPrice.ts";

/** What a run may use at most. It ends no call that has begun. */
export interface BudgetLimits {
  readonly calls: number;
  readonly tokens?: number;
  /** In dollars. */
  readonly cost?: number;
}

/** The reason why a call is not passed on. `busy`: it may be later. */
export interface BudgetRefusal {
  readonly isBusy: boolean;
  readonly reason: string;
}

/** Counts the calls of one run, or of all runs of an evaluation, and refuses those beyond its limits. */
export interface ModelBudget {
  /** Starts a call, which `settle` ends. */
  start(): BudgetRefusal | undefined;
  settle(succeeded: boolean, use: TokenUse | undefined, price: ModelPrice | undefined): void;
  /** The number of successful calls. */
  calls(): number;
  /** Refuses all further calls, and aborts those under way. */
  stop(reason: string): void;
  readonly signal: AbortSignal;
  /** Why it refused; undefined: it has not. */
  refused(): string | undefined;
}

/** Failed calls are not counted as successful, but their number is limited too. */
const triesPerCall = 4;

export function createModelBudget(limits: BudgetLimits): ModelBudget {
  const counts = { tried: 0, passing: 0, succeeded: 0, tokens: 0, cost: 0 };
  const stopped = new AbortController();
  let refused: string | undefined;
  const findLimit = () => refused ?? describeReachedLimit(limits, counts);
  return {
    signal: stopped.signal,
    calls: () => counts.succeeded,
    refused: () => refused,
    stop: (reason) => {
      refused ??= reason;
      stopped.abort();
    },
    start: () => {
      const reached = findLimit();
      if (reached !== undefined) {
        refused = reached;
        return { isBusy: false, reason: reached };
      }
      if (counts.succeeded + counts.passing >= limits.calls)
        return { isBusy: true, reason: "Too many calls at a time." };
      counts.tried += 1;
      counts.passing += 1;
      return undefined;
    },
    settle: (succeeded, use, price) => {
      counts.passing -= 1;
      if (!succeeded) return;
      counts.succeeded += 1;
      if (use) counts.tokens += use.inputTokens + use.outputTokens;
      const cost = readCost(use, price);
      counts.cost += cost ?? 0;
      if ((limits.tokens !== undefined && !use) || (limits.cost !== undefined && cost === undefined))
        refused ??= "The model does not say how many tokens it used, so the budget cannot be kept.";
    },
  };
}

function describeReachedLimit(
  { calls, tokens, cost }: BudgetLimits,
  counts: { readonly tried: number; readonly succeeded: number; readonly tokens: number; readonly cost: number },
): string | undefined {
  if (counts.succeeded >= calls || counts.tried >= calls * triesPerCall)
    return `No more than the ${calls} calls that were agreed to are passed on.`;
  if (tokens !== undefined && counts.tokens >= tokens)
    return `No more than the ${tokens} tokens that were agreed to are used.`;
  return cost !== undefined && counts.cost >= cost
    ? `No more than the ${formatCost(cost)} that were agreed to are spent.`
    : undefined;
}

/** `at most 120 calls and 50,000 tokens` */
export function formatBudget({ calls, tokens, cost }: BudgetLimits): string {
  const number = (value: number) => value.toLocaleString(locale);
  if (tokens !== undefined) return l10n.t`at most ${number(calls)} calls and ${number(tokens)} tokens`;
  if (cost !== undefined) return l10n.t`at most ${number(calls)} calls and ${formatCost(cost)}`;
  return l10n.t`at most ${number(calls)} calls`;
}
