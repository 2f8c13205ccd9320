import { hostname } from "node:os";
import * as l10n from "@vscode/l10n";
import { env, Uri } from "vscode";
import type { ListenForSignIn } from "../../connection/model/signIn/signInRequest.ts";
import { startRedirectServer } from "./redirectServer.ts";

/** VS Code forwards the port where the extension runs on another machine than the browser. */
export const listenForSignIn: ListenForSignIn = async (state) => {
  const page = {
    language: env.language,
    title: l10n.t("Return to Your Editor"),
    text: l10n.t("Fairlead continues there. You can close this page."),
  };
  const { url, returned, close } = await startRedirectServer(state, page);
  try {
    const redirectUri = (await env.asExternalUri(Uri.parse(url, true))).toString(true);
    return { redirectUri, editorName: l10n.t`${env.appName} on ${hostname()}`, returned, close };
  } catch (error) {
    close();
    throw error;
  }
};
