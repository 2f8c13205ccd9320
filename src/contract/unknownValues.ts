/** Stands where a service does not say when: nothing is shown of it. */
export const unknownTime = "1970-01-01T00:00:00.000Z";
/** Stands where a service does not say which. */
export const unknownId = "unknown";
