import * as z from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import type { OauthAccount } from "../oauth/oauthAccount.ts";
import { readServerPlacement } from "./runners/serverPlacement.ts";

const connectionRow = z.object({ scheme: z.string() });

/** Refuses a version whose connected accounts its runner cannot use: its server would start, look healthy and fail at the first call. */
export function requireUsableAccounts(
  { db, runners }: Pick<ServiceContext, "db" | "runners">,
  serverId: string,
  accounts: readonly OauthAccount[],
  environment: Readonly<Record<string, string>>,
): void {
  const { runsOn } = readServerPlacement({ db }, serverId);
  if (accounts.length === 0 || runners.drivers[runsOn].canUseAccounts) return;
  const sql = "SELECT scheme FROM oauth_connections WHERE server_id = ? AND status = 'connected'";
  const connected = new Set(db.all(connectionRow, sql, serverId).map(({ scheme }) => scheme));
  const unusable = accounts.filter(({ scheme, variable }) => connected.has(scheme) && !environment[variable]);
  if (unusable.length === 0) return;
  const schemes = unusable.map(({ scheme }) => scheme).join(", ");
  const variables = unusable.map(({ variable }) => variable).join(", ");
  throw new ServiceProblem(
    "unusable",
    `A server that runs on "${runsOn}" cannot use the connected accounts of ${schemes}. Set "runsOn" to "container" or "process", or give a token of your own in ${variables}.`,
    { errors: unusable.map(({ variable }) => ({ path: `environment.${variable}`, message: "A value is required." })) },
  );
}
