export type DeployFlows = ReturnType<typeof createDeployFlows>;

/** What this window is deploying: one flow for each server or folder at a time, from its start until it deploys or ends. */
export function createDeployFlows() {
  const underWay = new Set<string>();
  return {
    /** The result of the work. undefined: a flow of the same key is under way, and nothing was done. */
    run: async <T>(key: string, work: () => Promise<T>): Promise<{ readonly value: T } | undefined> => {
      if (underWay.has(key)) return undefined;
      underWay.add(key);
      try {
        return { value: await work() };
      } finally {
        underWay.delete(key);
      }
    },
  };
}
