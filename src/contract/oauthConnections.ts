import * as z from "zod";
import {
  deleting,
  idQuerySchema,
  idSchema,
  listQuerySchema,
  type Operation,
  pageSchema,
  reading,
  storedItemShape,
  timestampSchema,
} from "./operation.ts";
import type { Received } from "./received.ts";

export const oauthConnectionStates = ["connected", "expired", "revoked"] as const;

/** An account at another service, which a server's calls use. Its tokens never leave the service. */
export const oauthConnectionSchema = z.looseObject({
  ...storedItemShape,
  provider: z.string().describe("The issuer, or the host of its token endpoint."),
  account: z.string().nullable().describe("The owner of the account, if the provider reports it."),
  scopes: z.array(z.string()),
  status: z.enum(oauthConnectionStates).describe("expired and revoked: the account must be connected again."),
  statusDetail: z.string().nullable(),
  connectedAt: timestampSchema,
  expiresAt: timestampSchema
    .nullable()
    .describe("The expiry of the access token. A renewable token is renewed when it is needed."),
  usedBy: z.array(idSchema).describe("The ids of the servers that use the account."),
});
export type OauthConnectionResource = z.output<typeof oauthConnectionSchema>;
export type OauthConnection = Received<OauthConnectionResource>;

/** The fields of an OAuth security scheme of an API, as the generator finds them. */
export const oauthSchemeShape = {
  scheme: z.string().describe("The key of the security scheme in the OpenAPI document."),
  variable: z.string().describe("The variable with an access token, used when no account is connected."),
  authorizationUrl: z.string().optional(),
  tokenUrl: z.string().optional(),
  refreshUrl: z.string().optional(),
  openIdConnectUrl: z.string().optional().describe("Leads to the endpoints of the authorization code flow."),
  scopes: z.array(z.string()),
};

/** A security scheme of a server's API that needs an account, and whether one is connected. */
export const serverAccountSchema = z.looseObject({
  scheme: z.string().describe("The key of the security scheme in the OpenAPI document."),
  provider: z.string(),
  scopes: z.array(z.string()),
  clientIdVariable: z.string().describe("The variable of the server's environment that holds the client's id."),
  clientSecretVariable: z.string().describe("The variable of the client's secret, if the provider issued one."),
  newSecretAddress: z
    .string()
    .optional()
    .describe(
      "An address of the document that the stored secret was not given for. It gets the secret once that is set again.",
    ),
  connectionId: idSchema.nullable(),
  status: z.enum(["missing", ...oauthConnectionStates]),
});
export type ServerAccountResource = z.output<typeof serverAccountSchema>;
export type ServerAccount = Received<ServerAccountResource>;

export const oauthConnectionOperations = {
  "oauthConnections.list": {
    ...reading,
    path: "/api/v1/oauth/connections",
    kind: "oauthConnection",
    summary: "List OAuth connections. Users create them in the browser, on the service's page.",
    resource: "OAuth connections",
    query: listQuerySchema({ serverId: idSchema.optional(), status: z.enum(oauthConnectionStates).optional() }),
    output: pageSchema(oauthConnectionSchema),
  },
  "oauthConnection.get": {
    ...reading,
    path: "/api/v1/oauth/connection",
    kind: "oauthConnection",
    owner: "oauthConnection",
    summary: "Read one OAuth connection.",
    query: idQuerySchema,
    output: oauthConnectionSchema,
  },
  "oauthConnection.delete": {
    ...deleting,
    path: "/api/v1/oauth/connection",
    kind: "oauthConnection",
    owner: "oauthConnection",
    summary: "Disconnect an account: its tokens are revoked at the provider and deleted here.",
    scope: "write",
  },
} as const satisfies Record<string, Operation>;
