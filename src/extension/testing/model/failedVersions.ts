import type { Memory } from "../../base/ports.ts";
import { openRememberedTexts } from "../../base/rememberedTexts.ts";

/** Versions of servers that were not deployed because their tests failed, as `ID VERSION`. */
export const openFailedVersions = (memory: Memory) => openRememberedTexts(memory, "workspace", "failedVersions");
