import { deploymentOperations } from "../../contract/deployments.ts";
import { identityOperations } from "../../contract/identity.ts";
import { oauthConnectionOperations } from "../../contract/oauthConnections.ts";
import { isOperationName } from "../../contract/operationNames.ts";
import type { OperationName } from "../../contract/operations.ts";
import { organizationOperations } from "../../contract/organizations.ts";
import { projectOperations } from "../../contract/projects.ts";
import { registryOperations } from "../../contract/registry.ts";
import { runtimeOperations } from "../../contract/runtime.ts";
import { serverOperations } from "../../contract/servers.ts";
import { skillOperations } from "../../contract/skills.ts";
import { testRunOperations } from "../../contract/testRuns.ts";
import { userSettingsOperations } from "../../contract/userSettings.ts";

const areas = [
  ["Identity", identityOperations],
  ["User Settings", userSettingsOperations],
  ["Organizations", organizationOperations],
  ["Projects", projectOperations],
  ["Servers", serverOperations],
  ["Deployments", deploymentOperations],
  ["Skills", skillOperations],
  ["Test Runs", testRunOperations],
  ["Registry", registryOperations],
  ["OAuth Connections", oauthConnectionOperations],
  ["Runtime", runtimeOperations],
] as const;

/** All operations in the table's order, grouped by area. */
export const operationAreas: readonly { readonly title: string; readonly names: readonly OperationName[] }[] =
  areas.map(([title, table]) => ({ title, names: Object.keys(table).filter(isOperationName) }));
