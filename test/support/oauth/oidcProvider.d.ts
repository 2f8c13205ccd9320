// oidc-provider ships no types; these are the parts that the tests use.
declare module "oidc-provider" {
  import type { EventEmitter } from "node:events";
  import type { RequestListener } from "node:http";

  interface StoredToken {
    readonly grantId?: string;
    readonly accountId?: string;
    readonly isValid: boolean;
    destroy(): Promise<void>;
  }

  interface TokenModel {
    find(value: string): Promise<StoredToken | undefined>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  interface RequestContext {
    readonly oidc: {
      readonly params?: Readonly<Record<string, unknown>>;
      readonly client?: { readonly clientId: string };
    };
  }

  // biome-ignore lint/style/noDefaultExport: the package has a default export.
  export default class Provider extends EventEmitter {
    constructor(issuer: string, configuration: object);
    readonly AccessToken: TokenModel;
    readonly RefreshToken: TokenModel;
    readonly Grant: { find(id: string): Promise<{ destroy(): Promise<void> } | undefined> };
    callback(): RequestListener;
    on(
      event: "grant.success" | "grant.error" | "registration_create.success",
      listener: (context: RequestContext) => void,
    ): this;
  }
}
