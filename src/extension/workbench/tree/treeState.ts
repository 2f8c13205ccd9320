import * as l10n from "@vscode/l10n";
import { formatLocalTime } from "../../../text/formatTime.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { readErrorMessage } from "../../base/failure.ts";
import type { ConnectionSession } from "../../connection/model/connectionSession.ts";
import type { ViewNarrowing } from "../viewFilters.ts";
import { readFirstSentence } from "./noteNodes.ts";
import type { BranchState } from "./treeBranch.ts";

/** The texts beside a view's nodes. */
export interface TreeState {
  readonly kind: "waiting" | "empty" | "filled" | "failed";
  /** The message above the nodes, which wraps: why they may be outdated, or why there are none. */
  readonly message: string | undefined;
  /** The text beside the title: the active filter. */
  readonly description: string | undefined;
}

/** Four lines of a side bar of default width. */
const noteLength = 110;

export interface TreeStateInput {
  readonly session: ConnectionSession;
  readonly state: BranchState | undefined;
  /** The text while the first reading lasts. */
  readonly reading?: string | undefined;
  readonly narrowing: ViewNarrowing;
  readonly now: number;
}

export function createTreeState({ session, state, reading, narrowing, now }: TreeStateInput): TreeState {
  const { filter, withArchived, project } = narrowing;
  const description =
    joinTextParts(project?.name, filter && `"${filter}"`, withArchived ? l10n.t("with archived") : undefined) ||
    undefined;
  const treeState = (kind: TreeState["kind"], message?: string): TreeState => ({ kind, message, description });
  const last = state === undefined || state.kind === "unread" || state.nodes.length === 0 ? undefined : state.at;
  if (session.kind === "failed") {
    if (last !== undefined) return treeState("failed", staleness(last, now, session.error));
    // The reason is in the tooltip of the first row: a long message would push the rows out of a low view.
    return treeState("failed", l10n.t`Not connected to ${session.connection.name}`);
  }
  if (session.kind !== "connected") return treeState("waiting");
  if (!state || state.kind === "unread") return treeState("waiting", reading);
  if (state.kind === "read") return treeState(state.nodes.length === 0 ? "empty" : "filled");
  // Without retained nodes, the rows themselves show the failure.
  return treeState("failed", last === undefined ? undefined : staleness(last, now, state.error));
}

function staleness(at: number, now: number, error: unknown): string {
  return l10n.t`Not up to date since ${formatLocalTime(at, now)}: ${briefly(error)}`;
}

/** Shortened, because a view may be only a few lines high; the log has the whole message. */
function briefly(error: unknown): string {
  const line = readFirstSentence(readErrorMessage(error));
  return line.length > noteLength ? `${line.slice(0, noteLength).trimEnd()}…` : line;
}
