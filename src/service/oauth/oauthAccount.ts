import * as z from "zod";
import { oauthSchemeShape } from "../../contract/oauthConnections.ts";

/** An OAuth security scheme of an API, as the generator found it. It is stored with the version and the server. */
export const oauthAccountSchema = z.object(oauthSchemeShape);
export type OauthAccount = z.output<typeof oauthAccountSchema>;

/** The variables of the server's environment that contain the client's id and secret. */
export function getClientVariables({ variable }: Pick<OauthAccount, "variable">): {
  readonly id: string;
  readonly secret: string;
} {
  const prefix = variable.replace(/_TOKEN$/, "");
  return { id: `${prefix}_CLIENT_ID`, secret: `${prefix}_CLIENT_SECRET` };
}

/** The addresses that get the client's secret, or that name them. */
export function listSecretAddresses({ openIdConnectUrl, tokenUrl, refreshUrl }: OauthAccount): string[] {
  return [openIdConnectUrl ?? tokenUrl, refreshUrl].filter((address) => address !== undefined);
}

const discoveryPath = /\/\.well-known\/openid-configuration\/?$/;

/** The issuer of an OpenID provider, from the address of its metadata. */
export const getIssuer = (openIdConnectUrl: string) => openIdConnectUrl.replace(discoveryPath, "");

/** The provider's name for messages: the issuer, or the host of the token endpoint. */
export function formatAccountProvider({ openIdConnectUrl, tokenUrl = "" }: OauthAccount): string {
  return openIdConnectUrl === undefined ? (URL.parse(tokenUrl)?.host ?? tokenUrl) : getIssuer(openIdConnectUrl);
}
