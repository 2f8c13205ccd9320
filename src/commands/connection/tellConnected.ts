import { hostOf } from "../../core/connection/connection.ts";
import type { Session } from "../../core/connection/connectionSession.ts";
import { unknownMe } from "../../core/connection/readMe.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { App } from "../app.ts";

/** Says where one is connected to, and of another kind of service what to expect of it. */
export function tellConnected(app: App, session: Session): void {
  if (session.kind !== "connected") return;
  const { connection, keeper, me } = session;
  const connected = `Connected to ${hostOf(connection.baseUrl)}.`;
  if (keeper.read().dialect !== "other") {
    say(app, "info", connected);
    return;
  }
  const nobody = me === unknownMe ? ["It does not say whose key this is."] : [];
  const words = [
    connected,
    "It has a way of its own to answer, which Fairlead learns as it reads.",
    ...nobody,
    "Check what is understood, and correct it in the connection's profile.",
  ];
  say(app, "info", words.join(" "), {
    "Check Compatibility": () => app.run("fairlead.compatibility.check"),
    "Edit Profile": () => app.run("fairlead.profile.edit"),
  });
}
