import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, test } from "vitest";
import { findFreePort } from "../../../src/service/network/freePort.ts";
import { authorityFile } from "../../support/network/secureServer.ts";
import { startOauthProvider } from "../../support/oauth/oauthProvider.ts";
import { type ServiceProcess, startServiceProcess } from "../../support/service/serviceProcess.ts";
import { type CleanEditor, startCleanEditor } from "../cleanEditor.ts";
import { signInWithBrowser } from "../steps/signInWithBrowser.ts";
import { defaultThemeSettings } from "../verbs/theme.ts";
import type { OpenWindow } from "../window.ts";

const tlsFile = (name: string) => fileURLToPath(new URL(`../../fixtures/tls/${name}`, import.meta.url));

describe("a team's service with a provider", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let service: ServiceProcess;
  let provider: Awaited<ReturnType<typeof startOauthProvider>>;
  let host: string;
  const data = mkdtempSync(join(tmpdir(), "fairlead-e2e-signin-"));

  beforeAll(async () => {
    host = `localhost:${await findFreePort()}`;
    const publicUrl = `https://${host}`;
    provider = await startOauthProvider({ redirectUri: `${publicUrl}/sign-in/callback` });
    const address = ["--listen", host.replace("localhost", "127.0.0.1"), "--public-url", publicUrl];
    const tls = ["--tls-cert", tlsFile("service.pem"), "--tls-key", tlsFile("service.key")];
    const secretFile = join(data, "client-secret");
    writeFileSync(secretFile, provider.client.secret);
    const client = ["--oidc-client-id", provider.client.id, "--oidc-client-secret-file", secretFile];
    const signIn = ["--oidc-issuer", provider.issuer, ...client];
    const team = ["--organization", "Acme", "--member", "Ann <ann@example.com>"];
    [editor, service] = await Promise.all([
      startCleanEditor({
        settings: defaultThemeSettings,
        environment: { NODE_EXTRA_CA_CERTS: fileURLToPath(authorityFile) },
      }),
      startServiceProcess(["--data", data, ...address, ...tls, ...signIn, ...team]),
    ]);
    window = await editor.open();
  });
  afterAll(async () => {
    await editor.close();
    service.signal("SIGTERM");
    await service.ended;
    await provider.close();
    rmSync(data, { recursive: true, force: true });
  });

  test("is connected by a sign-in in the browser, without a key to copy", async () => {
    await window.runCommand("Fairlead: Add Connection...");
    await window.type("Add Connection", `https://${host}`);
    await window.waitForTitle(/Add Connection \(2\/2\)/);
    await window.screenshot("sign-in-choice");
    await signInWithBrowser(window, "Add Connection (2/2)", "ann");
    await window.documents.statusBar(new RegExp(host));
    await window.view("Account").show();
    await window.view("Account").waitForText(/Ann ann@example\.com · key ".* on .*" · expires in 30 d/);
    await window.screenshot("sign-in-account");
    await window.messages.dismissAll();
  });

  test("is signed out of without a question, and signed in to again in the browser", async () => {
    await window.runCommand("Fairlead: Sign Out");
    await window.view("Account").waitForText(/signed out/);
    await window.screenshot("sign-in-signed-out");
    await window.runCommand("Fairlead: Sign In...");
    await signInWithBrowser(window, `Sign In to ${host}`, "ann");
    await window.view("Account").waitForText(/Ann ann@example\.com/);
  });
});
