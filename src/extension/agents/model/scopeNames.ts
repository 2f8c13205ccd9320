import * as l10n from "@vscode/l10n";

/** For whom something is installed: in a workspace, or for the user everywhere. */
export const scopeNames = { workspace: l10n.t("workspace"), user: l10n.t("user") } as const;
