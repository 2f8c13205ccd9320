import { accountTokenRequestSchema } from "../../../runtime/accounts/accountMessages.ts";
import type { ConnectedAccounts } from "../../oauth/connectedAccounts.ts";
import type { ServerChannel } from "./serverChannel.ts";

const unavailable = {
  missing: "The connected account cannot be used. The service's log contains the cause.",
};

/** The most requests of one process that wait for a token. */
const maximumWaiting = 1000;

/** Sends a server's process the tokens of its connected accounts, and notifies it when a token becomes invalid. */
export function attachAccounts(
  accounts: Pick<ConnectedAccounts, "token" | "watch">,
  serverId: string,
): (channel: ServerChannel) => () => void {
  return ({ listen, send }) => {
    let waiting = 0;
    listen(async (message) => {
      const request = accountTokenRequestSchema.safeParse(message).data;
      if (!request) return;
      const { kind, id, scheme, refused } = request;
      if (waiting >= maximumWaiting) return send({ kind, id, ...unavailable });
      waiting += 1;
      const response = await accounts.token(serverId, scheme, refused).catch(() => unavailable);
      waiting -= 1;
      send({ kind, id, ...response });
    });
    return accounts.watch(serverId, (scheme) => send({ kind: "fairlead.accountForgotten", scheme }));
  };
}
