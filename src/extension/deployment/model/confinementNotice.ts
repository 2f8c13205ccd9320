import * as l10n from "@vscode/l10n";
import type { Me } from "../../../contract/identity.ts";
import type { ConnectionSession } from "../../connection/model/connectionSession.ts";

interface ConfinedCode {
  /** undefined: as a process, or the service does not say. */
  readonly runsOn?: string | undefined;
  /** Scripts of a skill, which have no network. */
  readonly isSkill?: boolean;
}

/** What limits code that the service of a connection runs, and what does not; shown before code runs. */
export function formatConfinementNotice(
  me: Pick<Me, "confinement"> | undefined,
  { runsOn, isSkill = false }: ConfinedCode = {},
): string {
  if (runsOn === "container") return l10n.t("It runs in a container, not as a process of this machine.");
  if (runsOn === "kubernetes") return l10n.t("It runs in a Kubernetes cluster, not as a process of this machine.");
  if (runsOn !== undefined && runsOn !== "process")
    return l10n.t`It runs on "${runsOn}", which this version of Fairlead does not know.`;
  const { sandbox, reason } = me?.confinement ?? {};
  if (sandbox === undefined) return l10n.t("How the service confines code is not known.");
  if (sandbox !== "none" && isSkill)
    return l10n.t`It is confined by the operating system (${sandbox}): it reads only its own files, starts no other program, and connects to nothing.`;
  if (sandbox !== "none")
    return l10n.t`It is confined by the operating system (${sandbox}): it reads only its own files, starts no other program, and connects only to its API, if it has one, and to hosts that you allow.`;
  const why = reason ? ` (${reason})` : "";
  return l10n.t`The code is not confined on this machine${why}: run only code that you trust.`;
}

/** The same for the connection in use. */
export const describeConfinement = (session: ConnectionSession, code?: ConfinedCode) =>
  formatConfinementNotice(session.kind === "connected" ? session.me : undefined, code);
