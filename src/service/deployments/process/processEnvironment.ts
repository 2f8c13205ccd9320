import { listSecretEncodings } from "../../../text/secrets/listSecretEncodings.ts";

/** Shorter values are not masked in logs, because masking every `1` or `no` would make the log unreadable. */
const minSecretLength = 4;

/**
 * Variables that change how the process itself starts: `NODE_OPTIONS=--allow-fs-write=*` would open the sandbox, and `LD_PRELOAD`
 * and `OPENSSL_CONF` load native code. NODE_ENV is harmless and often needed.
 */
const refusedNames = /^(NODE_(?!ENV$)|ELECTRON_|LD_|DYLD_|OPENSSL_|UV_)/i;

/** The whole environment of a deployed server: its own variables and its port, but none of the service's variables. */
export function createServerProcessEnvironment(
  environment: Readonly<Record<string, string>>,
  port: number,
  serviceEnvironment: NodeJS.ProcessEnv,
): Record<string, string> {
  const allowed = Object.entries(environment).filter(([name]) => !refusedNames.test(name));
  return {
    NODE_ENV: "production",
    ...Object.fromEntries(allowed),
    PORT: String(port),
    HOST: "127.0.0.1",
    ...createProgramEnvironment(serviceEnvironment),
  };
}

/** The variables of the service's environment that a Node process needs to start. */
export function createProgramEnvironment(serviceEnvironment: NodeJS.ProcessEnv): Record<string, string> {
  // The editor's program runs as Node only with the first variable. Windows opens no sockets without the second.
  return Object.fromEntries(
    ["ELECTRON_RUN_AS_NODE", "SystemRoot"].flatMap((name) => {
      const value = serviceEnvironment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const hiddenPrefix = "FAIRLEAD_SERVER_";

/**
 * The environment of a server under other names, for the programs that start the sandbox. They run outside of it, and a shell or a
 * library would act on some variables: Bash runs the text of `PS4` as a command.
 */
export const hideEnvironment = (environment: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [hiddenPrefix + name, value]));

/** Restores the names in the server's process, before its own code runs. */
const restoreSource = `
for (const [name, value] of Object.entries(process.env)) {
  if (!name.startsWith("${hiddenPrefix}")) continue;
  delete process.env[name];
  process.env[name.slice(${hiddenPrefix.length})] = value;
}
`;

export const hiddenEnvironmentUrl = `data:text/javascript,${encodeURIComponent(restoreSource)}`;

/** The variables that a deployed server does not receive. */
export function listRefusedVariables(environment: Readonly<Record<string, string>>): string[] {
  return Object.keys(environment).filter((name) => refusedNames.test(name));
}

/** Replaces each secret in a text by `***` in all its encodings. Each line of a multi-line secret is masked too. */
export function createSecretMask(secrets: readonly string[]): (text: string) => string {
  const parts = secrets
    .flatMap((secret) => [...listSecretEncodings(secret), ...secret.split(/\r?\n/)])
    .filter((part) => part.trim().length >= minSecretLength)
    .sort((a, b) => b.length - a.length);
  if (parts.length === 0) return (text) => text;
  return (text) => parts.reduce((masked, part) => masked.replaceAll(part, "***"), text);
}

/** Masks secrets that are added while the server runs. `listAdded` returns another array after a change. */
export function createGrowingSecretMask(
  secrets: readonly string[],
  listAdded: () => readonly string[],
): (text: string) => string {
  let masked = listAdded();
  let mask = createSecretMask([...secrets, ...masked]);
  return (text) => {
    const current = listAdded();
    if (current !== masked) {
      masked = current;
      mask = createSecretMask([...secrets, ...masked]);
    }
    return mask(text);
  };
}
