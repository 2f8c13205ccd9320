/** From the least to the most important. */
export const eventLevels = ["debug", "info", "warning", "error"] as const;
export const eventKinds = ["state", "step", "log", "health", "request"] as const;
