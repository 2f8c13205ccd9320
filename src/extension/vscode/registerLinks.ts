import { type ExtensionContext, type Uri, window } from "vscode";

/** Registers the links of the editor, such as `vscode://fairlead.fairlead/server/srv_1`. */
export function registerLinks(context: ExtensionContext, open: (uri: Uri) => Promise<void>): void {
  context.subscriptions.push(window.registerUriHandler({ handleUri: open }));
}
