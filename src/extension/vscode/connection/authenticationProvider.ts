import * as vscode from "vscode";
import {
  createEditorAccountChanges,
  type EditorAccount,
  isAccountSecret,
  readEditorAccounts,
} from "../../account/model/editorAccounts.ts";
import type { Secrets } from "../../base/ports.ts";
import { createSecrets } from "../storage/createSecrets.ts";

/** The actions that need more than the names of the secrets. */
export interface AccountActions {
  /** Returns the id of the connection; throws if the user cancels. */
  signIn(id: string | undefined): Promise<string>;
  signOut(id: string): Promise<void>;
}

type Options = vscode.AuthenticationProviderSessionOptions;

/**
 * The accounts of VS Code: connections that have a key. VS Code requests them as soon as the provider is registered, and signs
 * out by their labels. Any extension can request a session, so its access token is an empty text, never the API key.
 */
export class FairleadAuthenticationProvider implements vscode.AuthenticationProvider {
  readonly #secrets: Secrets;
  readonly #loadActions: () => Promise<AccountActions>;
  readonly #changes = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly #subscription: { dispose(): void };
  readonly onDidChangeSessions = this.#changes.event;
  /** The accounts that VS Code knows; undefined until its first request. */
  #knownAccounts: readonly EditorAccount[] | undefined;
  #pendingUpdate: Promise<void> = Promise.resolve();

  constructor(secrets: Secrets, loadActions: () => Promise<AccountActions>) {
    this.#secrets = secrets;
    this.#loadActions = loadActions;
    this.#subscription = secrets.onDidChange((name) => {
      if (isAccountSecret(name)) this.#queueUpdate();
    });
  }

  async getSessions(_scopes: readonly string[] | undefined, { account }: Options) {
    const accounts = await readEditorAccounts(this.#secrets);
    this.#knownAccounts ??= accounts;
    return accounts.filter(({ id }) => account === undefined || id === account.id).map(toSession);
  }

  async createSession(_scopes: readonly string[], { account }: Options): Promise<vscode.AuthenticationSession> {
    const id = await (await this.#loadActions()).signIn(account?.id);
    const signedIn = (await readEditorAccounts(this.#secrets)).find((one) => one.id === id);
    return toSession(signedIn ?? { id, label: id });
  }

  async removeSession(id: string): Promise<void> {
    await (await this.#loadActions()).signOut(id);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
  }

  /** Updates run one after the other, because each reports the changes since the one before. */
  #queueUpdate(): void {
    this.#pendingUpdate = this.#pendingUpdate.then(async () => {
      if (!this.#knownAccounts) return;
      const accounts = await readEditorAccounts(this.#secrets);
      const changes = createEditorAccountChanges(this.#knownAccounts, accounts);
      this.#knownAccounts = accounts;
      if (!changes) return;
      const { added, removed, changed } = changes;
      this.#changes.fire({
        added: added.map(toSession),
        removed: removed.map(toSession),
        changed: changed.map(toSession),
      });
    });
    // The next request for accounts reports a store that cannot be read.
    this.#pendingUpdate = this.#pendingUpdate.catch(() => {});
  }
}

function toSession({ id, label }: EditorAccount): vscode.AuthenticationSession {
  return { id, accessToken: "", account: { id, label }, scopes: [] };
}

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
