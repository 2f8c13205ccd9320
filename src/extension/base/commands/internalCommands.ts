/** The commands that only rows, buttons, messages and keys run. They are registered, and not in package.json. */
export const internalCommands = [
  "fairlead.answer.map",
  "fairlead.compatibility.askBeforeChanges",
  "fairlead.compatibility.tryChanges",
  "fairlead.deployment.openLog",
  "fairlead.deployment.setMissingVariable",
  "fairlead.deployment.showFailureLine",
  "fairlead.keyHeader.choose",
  "fairlead.loadMore",
  "fairlead.preset.choose",
  "fairlead.profile.export",
  "fairlead.profile.import",
  "fairlead.profile.open",
  "fairlead.server.checkApi",
  "fairlead.settings.save",
  "fairlead.state.explain",
  "fairlead.status.menu",
] as const;
