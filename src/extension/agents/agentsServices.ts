import type { AgentFiles } from "./model/agentFiles.ts";

/** What commands use of agents. */
export interface AgentsServices {
  /** The files in which agents have their MCP servers. */
  readonly agentFiles: AgentFiles;
}
