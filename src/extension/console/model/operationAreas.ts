import * as l10n from "@vscode/l10n";
import { deploymentOperations } from "../../../contract/deployments.ts";
import { identityOperations } from "../../../contract/identity.ts";
import { oauthConnectionOperations } from "../../../contract/oauthConnections.ts";
import { isOperationName } from "../../../contract/operationNames.ts";
import type { OperationName } from "../../../contract/operations.ts";
import { organizationOperations } from "../../../contract/organizations.ts";
import { projectOperations } from "../../../contract/projects.ts";
import { registryOperations } from "../../../contract/registry.ts";
import { runtimeOperations } from "../../../contract/runtime.ts";
import { serverOperations } from "../../../contract/servers.ts";
import { skillOperations } from "../../../contract/skills.ts";
import { testRunOperations } from "../../../contract/testRuns.ts";
import { userSettingsOperations } from "../../../contract/userSettings.ts";

const areas = [
  [l10n.t("Identity"), identityOperations],
  [l10n.t("User Settings"), userSettingsOperations],
  [l10n.t("Organizations"), organizationOperations],
  [l10n.t("Projects"), projectOperations],
  [l10n.t("Servers"), serverOperations],
  [l10n.t("Deployments"), deploymentOperations],
  [l10n.t("Skills"), skillOperations],
  [l10n.t("Test Runs"), testRunOperations],
  [l10n.t("Registry"), registryOperations],
  [l10n.t("OAuth Connections"), oauthConnectionOperations],
  [l10n.t("Runtime"), runtimeOperations],
] as const;

interface OperationArea {
  readonly title: string;
  readonly names: readonly OperationName[];
}

/** All operations in the table's order, grouped by area. */
export const operationAreas: readonly OperationArea[] = areas.map(([title, table]) => ({
  title,
  names: Object.keys(table).filter(isOperationName),
}));
