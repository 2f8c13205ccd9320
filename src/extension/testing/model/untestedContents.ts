import type { Memory } from "../../base/ports.ts";
import { openRememberedTexts } from "../../base/rememberedTexts.ts";

/** Digests of contents that the user confirmed without a passed test run, so that the prompt is shown once. */
export const readUntestedContents = (memory: Memory) => openRememberedTexts(memory, "workspace", "acceptedUntested");
