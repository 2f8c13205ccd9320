import * as l10n from "@vscode/l10n";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { secretPatterns } from "../../../text/secrets/maskSecrets.ts";

/** Agents rarely read larger files. */
const largeBytes = 1_000_000;

const secretNames =
  /(^|\/)(\.env(\..+)?|\.npmrc|\.netrc|\.pypirc|id_(rsa|dsa|ecdsa|ed25519)|credentials(\.json)?|[^/]+\.(pem|key|p12|pfx|jks|keystore))$/i;

/** Why a file is probably not meant to be published; undefined without a reason. */
export function findFileWarning({ path, bytes }: FileContent): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const found = secretPatterns.find(([form]) => text.search(form) !== -1);
  if (found) return l10n.t`It seems to hold ${found[1]}.`;
  if (secretNames.test(path) && !path.endsWith(".env.example"))
    return l10n.t("Its name is that of a file with secrets.");
  return bytes.length > largeBytes ? l10n.t("It is large.") : undefined;
}
