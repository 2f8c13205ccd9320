import type { IconName } from "./iconPaths.ts";

/** How a state is told: by a word and an icon; the tone only repeats them in colour. */
export interface StateLabel {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: "good" | "bad" | "warn" | "busy" | "calm";
}
