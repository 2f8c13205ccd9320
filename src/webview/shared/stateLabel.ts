import type { IconName } from "./iconPaths.ts";

/** Word and icon show the state; the tone only repeats it in colour. */
export interface StateLabel {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: "good" | "bad" | "warn" | "busy" | "calm";
}
