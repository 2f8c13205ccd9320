/** A first view without noise: nothing asks, nothing calls home, nothing covers what is looked at. */
export const quietSettings = {
  "chat.commandCenter.enabled": false,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "git.openRepositoryInParentFolders": "never",
  "json.schemaDownload.enable": false,
  "npm.fetchOnlinePackageInfo": false,
  "remote.autoForwardPorts": false,
  "remote.restoreForwardedPorts": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
} as const;
