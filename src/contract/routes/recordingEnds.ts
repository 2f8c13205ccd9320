/** When a recording of calls ends by itself. */
export const recordingLimits = { minutes: 30, calls: 1000, bytes: 16 * 2 ** 20 } as const;

export const callStates = ["succeeded", "failed", "unknown"] as const;

/** Why a recording ended: a user stopped it, it reached a limit, or its deployment ended. */
export const recordingEnds = ["stopped", "time", "calls", "bytes", "deployment"] as const;
