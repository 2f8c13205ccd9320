/** Commands that take or run what the workspace holds. In a folder the user does not trust they say so and do nothing. */
export const needsTrust: ReadonlySet<string> = new Set([
  "fairlead.server.create",
  "fairlead.server.deploy",
  "fairlead.server.generate",
]);
