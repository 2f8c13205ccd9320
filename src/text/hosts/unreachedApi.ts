/** Why an API did not answer: the protocol, host and port that were tried, and the reason. */
export const formatUnreachedApi = (origin: string, reason: string) => `${origin} could not be reached: ${reason}.`;

/** The protocol, host and port that a message of `formatUnreachedApi` begins with. */
export const readUnreachedApi = (message: string): string | undefined =>
  /^(https?:\/\/\S{1,300}) could not be reached: /.exec(message)?.[1];
