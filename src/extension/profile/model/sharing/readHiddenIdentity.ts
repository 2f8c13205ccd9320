import { readUrlHost } from "../../../connection/model/connection.ts";
import type { Connections } from "../../../connection/model/connections.ts";
import type { HiddenIdentity } from "../reportRedactor.ts";
import { listPersonalTexts } from "./shareableProfile.ts";

/** The host, names and ids that a report must not show. */
export function readHiddenIdentity(
  connections: Pick<Connections, "session" | "organization" | "active" | "profile">,
): HiddenIdentity {
  const session = connections.session();
  const connection = connections.active();
  const organization = connections.organization();
  const own = connection
    ? [connection.name, connection.id, ...listPersonalTexts(connections.profile(connection).read())]
    : [];
  const asked = organization ? [organization.id, organization.name] : [];
  if (session.kind !== "connected")
    return { host: readUrlHost(connection?.baseUrl ?? ""), names: [...own, ...asked].flatMap((word) => word || []) };
  const { id, name, email, organizationId, key } = session.me;
  const who = [id, name, email, organizationId, key?.id, key?.name];
  return {
    host: readUrlHost(session.connection.baseUrl),
    names: [...own, ...asked, ...who].flatMap((word) => word || []),
  };
}
