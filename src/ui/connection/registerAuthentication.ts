import * as vscode from "vscode";
import { createSecrets } from "../storage/createSecrets.ts";
import { type AccountActions, FairleadAuthenticationProvider } from "./authenticationProvider.ts";

/** Fairlead's accounts in the editor's own menu. Nothing is read before the editor asks. */
export function registerAuthentication(
  context: vscode.ExtensionContext,
  accounts: () => Promise<AccountActions>,
): void {
  const provider = new FairleadAuthenticationProvider(createSecrets(context.secrets), accounts);
  const options = { supportsMultipleAccounts: true };
  context.subscriptions.push(
    provider,
    vscode.authentication.registerAuthenticationProvider("fairlead", "Fairlead", provider, options),
  );
}
