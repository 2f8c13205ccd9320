import type { ServiceClient } from "../../client/client.ts";
import type { Me } from "../../contract/identity.ts";
import type { Connection } from "./connection.ts";
import type { ConnectionProfile } from "./connectionProfile.ts";

/** How this window stands with the service. Replaced whole: whoever waited compares identities. */
export type ConnectionSession =
  | { readonly kind: "none" }
  /** There is a connection and nothing has asked for it yet. */
  | { readonly kind: "idle"; readonly connection: Connection }
  | { readonly kind: "connecting"; readonly connection: Connection }
  | {
      readonly kind: "connected";
      readonly connection: Connection;
      readonly me: Me;
      readonly client: ServiceClient;
      /** What is known of how the service speaks. */
      readonly keeper: ConnectionProfile;
    }
  | { readonly kind: "signedOut"; readonly connection: Connection; readonly reason: string }
  | { readonly kind: "failed"; readonly connection: Connection; readonly error: unknown };
