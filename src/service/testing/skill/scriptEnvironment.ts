/** What a Node process needs to start at all, of the service's own environment. */
export function programEnvironment(own: NodeJS.ProcessEnv): Record<string, string> {
  // The editor's program runs as Node only with the first; Windows opens no socket without the second.
  return Object.fromEntries(
    ["ELECTRON_RUN_AS_NODE", "SystemRoot"].flatMap((name) => {
      const value = own[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The whole environment of a script: a place for temporary files, and the same time zone on every machine. */
export function scriptEnvironment(own: NodeJS.ProcessEnv, scratch: string): Record<string, string> {
  return { ...programEnvironment(own), TMPDIR: scratch, TEMP: scratch, TMP: scratch, TZ: "UTC" };
}
