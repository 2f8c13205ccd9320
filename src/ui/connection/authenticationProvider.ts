import * as vscode from "vscode";
import {
  createEditorAccountChanges,
  type EditorAccount,
  isAccountSecret,
  readEditorAccounts,
} from "../../core/account/editorAccounts.ts";
import type { Secrets } from "../../core/foundation/ports.ts";

/** What needs more than the secrets' names. */
export interface AccountActions {
  /** Answers the connection that was signed in to; throws where the user left. */
  signIn(id: string | undefined): Promise<string>;
  signOut(id: string): Promise<void>;
}

type Options = vscode.AuthenticationProviderSessionOptions;

/**
 * The editor's accounts: connections that have a key. It asks for them as soon as the provider is registered, and signs
 * out by their labels. Any extension could ask for a session, so its access token is an empty text, never the API key.
 */
export class FairleadAuthenticationProvider implements vscode.AuthenticationProvider {
  readonly #secrets: Secrets;
  readonly #accounts: () => Promise<AccountActions>;
  readonly #changes = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly #listening: { dispose(): void };
  readonly onDidChangeSessions = this.#changes.event;
  /** The accounts that the editor knows; undefined until it asks. */
  #accountsShown: readonly EditorAccount[] | undefined;
  #telling: Promise<void> = Promise.resolve();

  constructor(secrets: Secrets, accounts: () => Promise<AccountActions>) {
    this.#secrets = secrets;
    this.#accounts = accounts;
    this.#listening = secrets.onDidChange((name) => {
      if (isAccountSecret(name)) this.#tell();
    });
  }

  async getSessions(_scopes: readonly string[] | undefined, { account }: Options) {
    const accounts = await readEditorAccounts(this.#secrets);
    this.#accountsShown ??= accounts;
    return accounts.filter(({ id }) => account === undefined || id === account.id).map(sessionOf);
  }

  async createSession(_scopes: readonly string[], { account }: Options): Promise<vscode.AuthenticationSession> {
    const id = await (await this.#accounts()).signIn(account?.id);
    const made = (await readEditorAccounts(this.#secrets)).find((one) => one.id === id);
    return sessionOf(made ?? { id, label: id });
  }

  async removeSession(id: string): Promise<void> {
    await (await this.#accounts()).signOut(id);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changes.dispose();
  }

  /** One after the other: each tells what changed since the one before. */
  #tell(): void {
    this.#telling = this.#telling.then(async () => {
      if (!this.#accountsShown) return;
      const accounts = await readEditorAccounts(this.#secrets);
      const changes = createEditorAccountChanges(this.#accountsShown, accounts);
      this.#accountsShown = accounts;
      if (!changes) return;
      const { added, removed, changed } = changes;
      this.#changes.fire({
        added: added.map(sessionOf),
        removed: removed.map(sessionOf),
        changed: changed.map(sessionOf),
      });
    });
    // A store that cannot be read says so to who asks for an account.
    this.#telling = this.#telling.catch(() => {});
  }
}

function sessionOf({ id, label }: EditorAccount): vscode.AuthenticationSession {
  return { id, accessToken: "", account: { id, label }, scopes: [] };
}
