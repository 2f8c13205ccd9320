import * as vscode from "vscode";
import { createSecrets } from "../storage/createSecrets.ts";
import { type AccountActions, FairleadAuthenticationProvider } from "./authenticationProvider.ts";

/** Registers Fairlead's accounts for VS Code's Accounts menu. */
export function registerAuthentication(
  context: vscode.ExtensionContext,
  loadActions: () => Promise<AccountActions>,
): void {
  // Other editors on the same base lack some APIs.
  const authentication: Partial<typeof vscode.authentication> | undefined = vscode.authentication;
  if (!authentication?.registerAuthenticationProvider) return;
  const provider = new FairleadAuthenticationProvider(createSecrets(context.secrets), loadActions);
  const options = { supportsMultipleAccounts: true };
  context.subscriptions.push(
    provider,
    authentication.registerAuthenticationProvider("fairlead", "Fairlead", provider, options),
  );
}
