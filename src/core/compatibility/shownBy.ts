import type { OperationName } from "../../contract/operations.ts";

/** Reading operations that show how changing ones are asked: how the item is selected, or what its fields are called. */
export const shownBy: Readonly<Partial<Record<OperationName, OperationName>>> = {
  "userSettings.update": "userSettings.get",
  "apiKeys.create": "apiKeys.list",
  "projects.create": "projects.list",
  "project.update": "project.get",
  "servers.create": "servers.list",
  "server.update": "serverTestRuns.list",
  "server.generate": "serverTestRuns.list",
  "server.deploy": "serverTestRuns.list",
  "serverTestRuns.start": "serverTestRuns.list",
  "skills.create": "skills.list",
  "skill.update": "skill.installations",
  "skill.install": "skill.installations",
  "skill.uninstall": "skill.installations",
  "skillTestRuns.start": "skillTestRuns.list",
  "oauthConnection.delete": "oauthConnection.get",
};
