/** Replaces a time that a service does not report; it is not shown. */
export const unknownTime = "1970-01-01T00:00:00.000Z";
/** Replaces an id that a service does not report. */
export const unknownId = "unknown";
