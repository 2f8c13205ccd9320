import { maskSecrets } from "../../../text/secrets/maskSecrets.ts";
import { readErrorMessage } from "../../base/failure.ts";
import { type Connection, readUrlOrigin } from "../../connection/model/connection.ts";
import type { Connections } from "../../connection/model/connections.ts";
import { countOutcomes } from "./serviceReport.ts";
import { listPersonalTexts } from "./sharing/shareableProfile.ts";

/** The parts of a URL that are redacted: user info, query values and fragment. */
const ofUrls = [
  [/(:\/\/)[^\s/?#@"'<>]+@/g, "$1***@"],
  [/([?&][^\s=&?#"'<>]+=)[^\s&#"'<>]+/g, "$1***"],
  [/(:\/\/[^\s#"'<>]*#)[^\s"'<>]+/g, "$1***"],
] as const;

/** A text that can be shared: no secrets, URLs without user info, query and fragment, and `~` for the home folder. */
export function redactTraces(text: string, known: readonly string[], home: string): string {
  const clean = maskSecrets(withoutHome(text, home), known);
  return ofUrls.reduce((rest, [form, mark]) => rest.replaceAll(form, mark), clean);
}

/** Also matches the folder in a URI, and with either slash of Windows. */
function withoutHome(text: string, home: string): string {
  const folder = home.replace(/[\\/]+$/, "");
  if (folder.length < 3) return text;
  const slashed = folder.replaceAll("\\", "/");
  const forms = new Set([folder, slashed, encodeURI(slashed), encodeURI(slashed).replaceAll(":", "%3A")]);
  const any = [...forms].map(escapePattern).join("|");
  return text.replaceAll(new RegExp(`(?:${any})(?![\\p{L}\\d_-])`, "giu"), "~");
}

/** Shorter names match parts of plain words and identify little. */
const shortestName = 3;

/** Hides names where they are words of their own. */
function hideNames(text: string, names: readonly string[]): string {
  const long = names.filter(({ length }) => length >= shortestName).sort((one, other) => other.length - one.length);
  if (long.length === 0) return text;
  const any = long.map(escapePattern).join("|");
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\d])(?:${any})(?![\\p{L}\\d])`, "giu"), "***");
}

const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Facts that only the editor knows. */
export interface EditorFacts {
  readonly versions: Readonly<Record<string, string>>;
  /** Settings that the user changed; a setting that may be secret shows only that it is set. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly localService: Readonly<Record<string, unknown>>;
  /** The last lines of the log and the last failures, oldest first. */
  readonly log: readonly string[];
  readonly failures: readonly string[];
  /** The home folder. */
  readonly home: string;
}

type Known = Pick<Connections, "all" | "active" | "hasKey" | "session" | "profile">;

/** The diagnostics of a support request as JSON: no secrets, names, ids or contents. */
export function createSupportBundle(
  facts: EditorFacts,
  connections: Known,
  secrets: readonly string[],
  now: Date,
): string {
  const { home, ...shared } = facts;
  const bundle = {
    about: "A support bundle of Fairlead. Nothing was sent. Read it before you send it.",
    madeAt: now.toISOString(),
    ...shared,
    connections: connections.all().map((connection) => connectionFacts(connections, connection)),
  };
  const personal = connections.all().flatMap((one) => listPersonalTexts(connections.profile(one).read()));
  const clean = (_name: string, value: unknown) =>
    typeof value === "string" ? redactTraces(hideNames(value, personal), secrets, home) : value;
  return `${JSON.stringify(bundle, clean, 2)}\n`;
}

function connectionFacts(connections: Known, connection: Connection) {
  const isActive = connections.active()?.id === connection.id;
  const session = connections.session();
  const state = isActive ? session.kind : "not in use";
  const profile = connections.profile(connection);
  const { dialect, preset } = profile.read();
  return {
    kind: connection.kind,
    origin: readUrlOrigin(connection.baseUrl) ?? "unusable",
    hasKey: connections.hasKey(connection),
    state,
    ...(isActive && session.kind === "failed" && { failure: readErrorMessage(session.error) }),
    dialect,
    preset,
    totals: countOutcomes({ profile: profile.read(), evidence: profile.evidence() }),
  };
}
