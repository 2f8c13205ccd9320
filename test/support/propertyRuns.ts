/** How often `npm test` tries a property that the judge tries `count` times. */
export const propertyRuns = (count: number): number => (process.env.FAIRLEAD_LONG ? count : Math.ceil(count / 8));
