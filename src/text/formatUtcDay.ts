const long = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;

/** `1 December 2026`, in UTC. A formatter is not made before it is needed: the first one of a process takes some 15 ms. */
export function formatUtcDay(at: number): string {
  return new Date(at).toLocaleDateString("en-GB", long);
}
