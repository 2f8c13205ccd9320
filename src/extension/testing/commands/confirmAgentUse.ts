import * as l10n from "@vscode/l10n";
import { type EvalAgentName, evalAgentNames } from "../../../contract/testRuns.ts";
import { evalAgents } from "../../../testcases/evalAgents.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import type { ConnectedServices, ConnectionServices } from "../../connection/connectionServices.ts";
import { isOnThisMachine } from "../../connection/model/connection.ts";
import { type EvalRunner, formatEvalRunner } from "../model/model/evalRunner.ts";

interface AgentUse {
  readonly runner: EvalRunner;
  /** The number of tasks that it does. */
  readonly tasks: number;
}

/** Confirms that programs of agents run on this machine, and says what confines them. Runners that are no agents need no consent. */
export async function confirmAgentUse(app: ConnectedServices, uses: readonly AgentUse[]): Promise<boolean> {
  const agents = uses.filter(({ runner, tasks }) => runner.kind === "agent" && tasks > 0);
  if (agents.length === 0) return true;
  return app.prompts.confirm({
    message: l10n.t("Run agents on this machine?"),
    detail: agents.map((use) => formatAgentUse(app, use)).join("\n\n"),
    action: l10n.t("Run"),
  });
}

function formatAgentUse(app: ConnectionServices, { runner, tasks }: AgentUse): string {
  if (runner.kind !== "agent") return "";
  const count = formatQuantity(tasks, l10n.t("task"), l10n.t("tasks"));
  const work = l10n.t`${formatEvalRunner(runner)} does ${count}: its program runs on this machine, in a home of its own.`;
  const sandbox = findOfferedAgents(app).find(({ agent }) => agent === runner.agent)?.sandbox ?? "none";
  if (sandbox !== "none")
    return l10n.t`${work} It is confined by the operating system (${sandbox}): it sees its own files and the programs of the system, and connects only to its model and to the server of the eval.`;
  const { title } = evalAgents[runner.agent];
  return l10n.t`${work} It is not confined on this machine: only the permissions of ${title} restrict it, and it may connect to anything. Run only skills that you trust.`;
}

interface OfferedAgent {
  readonly agent: EvalAgentName;
  /** What confines its program by the operating system; `none` if nothing does. */
  readonly sandbox: string;
}

/** The agents that the service on this machine can run. */
export function findOfferedAgents({ connections }: ConnectionServices): readonly OfferedAgent[] {
  const connection = connections.active();
  const session = connections.session();
  if (!connection || !isOnThisMachine(connection) || session.kind !== "connected") return [];
  const offered = session.me.evalAgents ?? [];
  return offered.flatMap(({ agent: name, sandbox }) => {
    const agent = evalAgentNames.find((known) => known === name);
    return agent === undefined || sandbox === undefined ? [] : [{ agent, sandbox }];
  });
}
