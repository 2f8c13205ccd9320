/** The deployment that lines of `Fairlead Events` are from. */
export interface DeploymentEventSource {
  readonly deploymentId: string;
  readonly serverName: string;
}

export type EventSources = ReturnType<typeof createEventSources>;

/** An event has fewer lines than this. */
const longestEvent = 500;

/** Remembers which deployments wrote to `Fairlead Events`. */
export function createEventSources() {
  /** By server, the last one at the end. */
  const byServer = new Map<string, string>();
  const all = new Set<string>();
  return {
    note: ({ deploymentId, serverName }: DeploymentEventSource): void => {
      byServer.delete(serverName);
      byServer.set(serverName, deploymentId);
      all.add(deploymentId);
    },
    /** The deployment that a line of the channel is from: the one that a path in it names, else the last one of its server. */
    find: (lineAt: (line: number) => string, line: number): string | undefined => {
      const text = lineAt(line);
      const named = [...all].findLast((id) => text.includes(`/${id}/`) || text.includes(`\\${id}\\`));
      if (named !== undefined) return named;
      let first = line;
      // Further lines of an event are indented.
      while (first > 0 && line - first < longestEvent && lineAt(first).startsWith("    ")) first -= 1;
      const head = lineAt(first);
      return [...byServer].findLast(([name]) => head.includes(`${name}: `))?.[1];
    },
  };
}
