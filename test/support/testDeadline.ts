/** Aborts what a test waits for before the limit of the test itself, so that the test can say what it saw. */
export const testDeadline = () => AbortSignal.timeout(50_000);
