import * as z from "zod";

/** A security scheme of an API that wants somebody's account, as the generator found it; kept with the version and the server. */
export const oauthAccountSchema = z.object({
  scheme: z.string(),
  /** What holds an access token where no account is connected. */
  variable: z.string(),
  /** Of the authorization code flow; absent where `openIdConnectUrl` leads to them. */
  authorizationUrl: z.string().optional(),
  tokenUrl: z.string().optional(),
  refreshUrl: z.string().optional(),
  openIdConnectUrl: z.string().optional(),
  scopes: z.array(z.string()),
});
export type OauthAccount = z.output<typeof oauthAccountSchema>;

/** The variables of the server's environment that say who the service is to the provider. */
export function getClientVariables({ variable }: Pick<OauthAccount, "variable">): {
  readonly id: string;
  readonly secret: string;
} {
  const prefix = variable.replace(/_TOKEN$/, "");
  return { id: `${prefix}_CLIENT_ID`, secret: `${prefix}_CLIENT_SECRET` };
}

const discovery = /\/\.well-known\/openid-configuration\/?$/;

/** The issuer of an OpenID provider, from the address of its metadata. */
export const getIssuer = (openIdConnectUrl: string) => openIdConnectUrl.replace(discovery, "");

/** Who keeps the account, in words: the issuer, or the host of the token endpoint. */
export function formatAccountProvider({ openIdConnectUrl, tokenUrl = "" }: OauthAccount): string {
  return openIdConnectUrl === undefined ? (URL.parse(tokenUrl)?.host ?? tokenUrl) : getIssuer(openIdConnectUrl);
}
