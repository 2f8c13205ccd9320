import { type EvalAgentName, evalAgentNames } from "../../../contract/testRuns.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import { isOnThisMachine } from "../../connection/model/connection.ts";

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
