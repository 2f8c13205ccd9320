import * as l10n from "@vscode/l10n";
import type { ModelCallRange } from "../../../testcases/estimateModelCalls.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";

/** The consents of this session, so that the user is not prompted again. */
export interface ModelCallConsent {
  /** Whether the user agreed to at least as many calls for each subject. */
  covers(plans: readonly SubjectModelCalls[]): boolean;
  add(plans: readonly SubjectModelCalls[]): void;
}

export interface SubjectModelCalls extends ModelCallRange {
  /** Identifies the subject, and the agent that does its tasks. */
  readonly key: string;
  /** The number of tasks that an agent does. */
  readonly agentTasks?: number;
}

export function createModelCallConsent(): ModelCallConsent {
  const agreed = new Map<string, number>();
  return {
    covers: (plans) => plans.every(({ key, most }) => most <= (agreed.get(key) ?? 0)),
    add: (plans) => {
      for (const { key, most } of plans) agreed.set(key, Math.max(most, agreed.get(key) ?? 0));
    },
  };
}

/** `between 4 and 18 calls`. */
export function formatModelCalls({ least, most }: ModelCallRange): string {
  if (least !== most) return l10n.t`between ${least} and ${most} calls`;
  return formatQuantity(most, l10n.t("call"), l10n.t("calls"));
}
