import * as l10n from "@vscode/l10n";
import type { McpChallenge } from "../../../client/mcp/createMcpError.ts";
import type { RegisteredClient } from "../../../client/mcp/login/mcpLogin.ts";
import { type EditorServices, runCancellable } from "../../base/editorServices.ts";
import { askInSequence, createTextQuestion } from "../../base/prompts/askInSequence.ts";
import { waitForReturn } from "../../connection/commands/signInWithBrowser.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import { createRandomText } from "../../connection/model/signIn/signInRequest.ts";
import { SignInError } from "../../connection/model/signIn/signInService.ts";
import type { ToolsServices } from "../toolsServices.ts";

export type LogInContext = EditorServices &
  Pick<ConnectionServices, "listenForSignIn"> &
  Pick<ToolsServices, "mcpLogins">;

/** Logs in at an MCP server in the user's browser. false: cancelled. */
export async function logInToMcpServer(app: LogInContext, url: string, challenge: McpChallenge): Promise<boolean> {
  const { host } = new URL(url);
  const ended = await runCancellable(app.progress, l10n.t`Signing in to ${host}`, async (_report, signal) => {
    const state = createRandomText();
    const { redirectUri, returned, close } = await app.listenForSignIn(state);
    const visit = async (page: URL, stop: AbortSignal) => {
      await openPage(app, host, page);
      return waitForReturn(returned, host, l10n.t("Connect with a header in place of it."), stop);
    };
    const agree = (page: URL, others: readonly string[]) => askToSignIn(app, host, page, others);
    const askForClient = (issuer: string) => askForRegisteredClient(app, host, issuer, redirectUri);
    try {
      await app.mcpLogins.logIn(url, challenge, { redirectUri, state, agree, visit, askForClient }, signal);
      return true;
    } catch (error) {
      if (error instanceof LoginCancelled) return false;
      throw error;
    } finally {
      close();
    }
  });
  return ended.kind === "done" && ended.value;
}

/** The user answered a question of a login with Escape. */
class LoginCancelled extends Error {
  override readonly name = "AbortError";
}

async function askToSignIn(
  { prompts }: LogInContext,
  host: string,
  page: URL,
  others: readonly string[],
): Promise<void> {
  const open = l10n.t("Open Browser");
  const names = others.join(", ");
  const detail = l10n.t`The MCP server ${host} wants you to sign in. The browser opens ${page.origin}. Go on only if you know it: you sign in there. What it issues is stored as a secret of this editor and sent to ${host} only.`;
  const decision = await prompts.decide({
    message: page.host === host ? l10n.t`Sign in to ${host}?` : l10n.t`Sign in to ${host} at ${page.host}?`,
    detail: others.length === 0 ? detail : `${detail} ${l10n.t`The sign-in also uses ${names}.`}`,
    actions: [open],
  });
  if (decision !== open) throw new LoginCancelled();
}

async function openPage({ openExternal }: LogInContext, host: string, page: URL): Promise<void> {
  // VS Code would send a plus sign as such, which is no space.
  if (!(await openExternal(page.href.replaceAll("+", "%20"))))
    throw new SignInError(l10n.t`The browser could not be opened to sign in to ${host}. Connect with a header.`);
}

/** Where an authorization server registers no clients by itself, its administrator has registered one for this editor. */
async function askForRegisteredClient(
  { prompts }: LogInContext,
  host: string,
  issuer: string,
  redirectUri: string,
): Promise<RegisteredClient> {
  const title = l10n.t`Sign In to ${host}`;
  const at = new URL(issuer).host;
  // The port of this machine is another one each time, which authorization servers allow.
  const redirect = redirectUri.replace(/^(http:\/\/127\.0\.0\.1):\d+\/$/, "$1/");
  const prompt = l10n.t`${at} registers no clients by itself. Enter the client ID that it has for this editor, with the redirect URI ${redirect}.`;
  const validate = (text: string) => (text.trim() === "" ? l10n.t("Enter the client ID.") : undefined);
  const secretPrompt = l10n.t("The client secret, or nothing if the client has none.");
  const answers = await askInSequence({ id: "", secret: "" }, [
    createTextQuestion(prompts, "id", () => ({ title, prompt, validate })),
    createTextQuestion(prompts, "secret", () => ({ title, prompt: secretPrompt, secret: true })),
  ]);
  if (!answers) throw new LoginCancelled();
  return { client_id: answers.id, ...(answers.secret !== "" && { client_secret: answers.secret }) };
}
