import { workspace } from "vscode";
import * as z from "zod";
import type { NetworkSettings } from "../../client/network/proxy.ts";

const text = z.string().min(1).optional().catch(undefined);
const networkSchema = z.object({
  proxy: text,
  proxyAuthorization: text,
  noProxy: z.array(z.string()).optional().catch(undefined),
  strictSSL: z.boolean().optional().catch(undefined),
  proxySupport: z.enum(["off", "on", "fallback", "override"]).optional().catch(undefined),
  systemCertificates: z.boolean().optional().catch(undefined),
});

/** VS Code's own network settings as the user set them: what a workspace says about proxies does not count. */
export function readNetworkSettings(): NetworkSettings {
  const http = workspace.getConfiguration("http");
  const own = (name: string): unknown => http.inspect(name)?.globalValue;
  const found = networkSchema.parse({
    proxy: own("proxy"),
    proxyAuthorization: own("proxyAuthorization"),
    noProxy: own("noProxy"),
    strictSSL: own("proxyStrictSSL"),
    proxySupport: own("proxySupport"),
    systemCertificates: own("systemCertificates"),
  });
  return {
    ...(found.proxy && { proxy: found.proxy }),
    ...(found.proxyAuthorization && { proxyAuthorization: found.proxyAuthorization }),
    ...(found.noProxy && { noProxy: found.noProxy }),
    ...(found.strictSSL !== undefined && { strictSSL: found.strictSSL }),
    ...(found.proxySupport && { proxySupport: found.proxySupport }),
    ...(found.systemCertificates === false && { caCertificates: "bundled" as const }),
  };
}
