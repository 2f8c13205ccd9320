/** The longest one case may take where nothing else is asked for. */
export const defaultTimeoutMs = 30_000;
