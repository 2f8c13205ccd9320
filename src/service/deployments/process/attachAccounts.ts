import { accountTokenRequestSchema } from "../../../runtime/accounts/accountMessages.ts";
import type { ConnectedAccounts } from "../../oauth/connectedAccounts.ts";
import type { ServerChannel } from "./serverChannel.ts";

const unavailable = {
  missing: "The connected account cannot be used: the service has a problem, which its log names.",
};

/** Gives a server's process the tokens of the accounts connected to that server, and tells it when they are of no more use. */
export function attachAccounts(accounts: ConnectedAccounts, serverId: string): (channel: ServerChannel) => () => void {
  return ({ listen, send }) => {
    listen(async (message) => {
      const question = accountTokenRequestSchema.safeParse(message).data;
      if (!question) return;
      const { kind, id, scheme, refused } = question;
      const answer = await accounts.token(serverId, scheme, refused).catch(() => unavailable);
      send({ kind, id, ...answer });
    });
    return accounts.watch(serverId, (scheme) => send({ kind: "fairlead.accountForgotten", scheme }));
  };
}
