const prefix = "FAIRLEAD_SERVER_";

/**
 * The environment of a server under other names, for the programs that start the sandbox. They run outside of it, and a shell or a
 * library would act on some variables: Bash runs the text of `PS4` as a command.
 */
export const hideEnvironment = (environment: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [prefix + name, value]));

/** Restores the names in the server's process, before its own code runs. */
const source = `
for (const [name, value] of Object.entries(process.env)) {
  if (!name.startsWith("${prefix}")) continue;
  delete process.env[name];
  process.env[name.slice(${prefix.length})] = value;
}
`;

export const hiddenEnvironmentUrl = `data:text/javascript,${encodeURIComponent(source)}`;
