/** The commands that only rows, buttons, messages and keys run. They are registered, and not in package.json. */
export const internalCommands = [
  "fairlead.deployment.openLog",
  "fairlead.deployment.rehearse",
  "fairlead.deployment.setMissingVariable",
  "fairlead.deployment.showFailureLine",
  "fairlead.keyHeader.choose",
  "fairlead.loadMore",
  "fairlead.mcp.open",
  "fairlead.openWalkthrough",
  "fairlead.profile.export",
  "fairlead.profile.import",
  "fairlead.profile.open",
  "fairlead.server.checkApi",
  "fairlead.server.open",
  "fairlead.settings.save",
  "fairlead.skill.portability",
] as const;
