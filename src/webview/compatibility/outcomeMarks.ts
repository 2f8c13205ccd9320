import type { ShownOperation } from "../protocol/compatibilityPanelMessages.ts";
import type { StateWords } from "../shared/stateLabel.ts";

type Mark = Omit<StateWords, "word">;

/** Each outcome has an icon of its own beside its words. */
const marks: Readonly<Record<ShownOperation["outcome"], Mark>> = {
  recognised: { icon: "pass", tone: "good" },
  assumed: { icon: "question", tone: "calm" },
  missing: { icon: "skip", tone: "warn" },
  forbidden: { icon: "stop", tone: "warn" },
  unclear: { icon: "error", tone: "bad" },
  notCalled: { icon: "clock", tone: "calm" },
};

/** What is understood and still worth a look has the mark of that. */
export function outcomeMark({ outcome, words, needsAttention }: ShownOperation): StateWords {
  if (needsAttention && (outcome === "recognised" || outcome === "assumed"))
    return { word: `${words}, with unknown states`, icon: "warning", tone: "warn" };
  return { word: words, ...marks[outcome] };
}
