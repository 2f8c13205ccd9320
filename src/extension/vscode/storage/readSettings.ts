import { workspace } from "vscode";
import * as z from "zod";
import type { NetworkSettings } from "../../../client/network/proxy.ts";
import { type EditorSettings, parseEditorSettings } from "../../base/editorSettings.ts";

export function readEditorSettings(): EditorSettings {
  const configuration = workspace.getConfiguration("fairlead");
  return parseEditorSettings((id) => configuration.get(id));
}

const text = z.string().min(1).optional().catch(undefined);
const networkSchema = z.object({
  proxy: text,
  proxyAuthorization: text,
  noProxy: z.array(z.string()).optional().catch(undefined),
  strictSSL: z.boolean().optional().catch(undefined),
  proxySupport: z.enum(["off", "on", "fallback", "override"]).optional().catch(undefined),
  systemCertificates: z.boolean().optional().catch(undefined),
});

/** Reads VS Code's network settings of the user. Proxy settings of a workspace are not trusted. */
export function readNetworkSettings(): NetworkSettings {
  const http = workspace.getConfiguration("http");
  const readUserValue = (name: string): unknown => http.inspect(name)?.globalValue;
  const settings = networkSchema.parse({
    proxy: readUserValue("proxy"),
    proxyAuthorization: readUserValue("proxyAuthorization"),
    noProxy: readUserValue("noProxy"),
    strictSSL: readUserValue("proxyStrictSSL"),
    proxySupport: readUserValue("proxySupport"),
    systemCertificates: readUserValue("systemCertificates"),
  });
  return {
    ...(settings.proxy && { proxy: settings.proxy }),
    ...(settings.proxyAuthorization && { proxyAuthorization: settings.proxyAuthorization }),
    ...(settings.noProxy && { noProxy: settings.noProxy }),
    ...(settings.strictSSL !== undefined && { strictSSL: settings.strictSSL }),
    ...(settings.proxySupport && { proxySupport: settings.proxySupport }),
    ...(settings.systemCertificates === false && { caCertificates: "bundled" as const }),
  };
}
