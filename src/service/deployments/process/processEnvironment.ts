import { listSecretEncodings } from "../../../text/listSecretEncodings.ts";

/** Values shorter than this are not looked for in logs: masking every `1` or `no` would hide the log, not the secret. */
const shortestSecret = 4;

/**
 * Names that change how the process itself is started: `NODE_OPTIONS=--allow-fs-write=*` would open the sandbox, `LD_PRELOAD`
 * and `OPENSSL_CONF` load native code. NODE_ENV is harmless and often wanted.
 */
const refused = /^(NODE_(?!ENV$)|ELECTRON_|LD_|DYLD_|OPENSSL_|UV_)/i;

/** The whole environment of a deployed server: what it was given, where to listen, nothing of the service's own. */
export function createServerProcessEnvironment(
  given: Readonly<Record<string, string>>,
  port: number,
  own: NodeJS.ProcessEnv,
): Record<string, string> {
  const kept = Object.entries(given).filter(([name]) => !refused.test(name));
  return {
    NODE_ENV: "production",
    ...Object.fromEntries(kept),
    PORT: String(port),
    HOST: "127.0.0.1",
    ...createProgramEnvironment(own),
  };
}

/** What a Node process needs to start at all, of the service's own environment. */
export function createProgramEnvironment(own: NodeJS.ProcessEnv): Record<string, string> {
  // The editor's program runs as Node only with the first; Windows opens no socket without the second.
  return Object.fromEntries(
    ["ELECTRON_RUN_AS_NODE", "SystemRoot"].flatMap((name) => {
      const value = own[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The names in an environment that a deployed server is not given. */
export function listRefusedVariables(given: Readonly<Record<string, string>>): string[] {
  return Object.keys(given).filter((name) => refused.test(name));
}

/** Replaces each secret in a text by `***`, however it is spelled; a secret of several lines is recognised line by line. */
export function createSecretMask(secrets: readonly string[]): (text: string) => string {
  const parts = secrets
    .flatMap((secret) => [...listSecretEncodings(secret), ...secret.split(/\r?\n/)])
    .filter((part) => part.trim().length >= shortestSecret)
    .sort((a, b) => b.length - a.length);
  if (parts.length === 0) return (text) => text;
  return (text) => parts.reduce((masked, part) => masked.replaceAll(part, "***"), text);
}

/** The same for secrets of which more come while the server runs: `given` answers another list when it has changed. */
export function createGrowingSecretMask(
  secrets: readonly string[],
  given: () => readonly string[],
): (text: string) => string {
  let known = given();
  let mask = createSecretMask([...secrets, ...known]);
  return (text) => {
    const now = given();
    if (now !== known) {
      known = now;
      mask = createSecretMask([...secrets, ...known]);
    }
    return mask(text);
  };
}
