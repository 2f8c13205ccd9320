import * as vscode from "vscode";
import { createEmitter } from "../base/emitter.ts";
import type { ReportRefusedHost } from "../deployment/commands/refusedHostNotices.ts";
import { type DeploymentOutcome, DeploymentWatches } from "../deployment/model/deploymentWatches.ts";
import { createEventSources } from "../deployment/model/eventSources.ts";
import type { CommandServices } from "./createCommandServices.ts";

export type DeploymentWatching = ReturnType<typeof createDeploymentWatching>;

/** Watches deployments: sends their events to the channel and their outcomes to the listeners. */
export function createDeploymentWatching(
  { connections, memory, log, polling }: Pick<CommandServices, "connections" | "memory" | "log" | "polling">,
  onRefusedHost: ReportRefusedHost,
) {
  const channel = createEventChannel();
  const sources = createEventSources();
  const outcomes = createEmitter<DeploymentOutcome>();
  const watch = new DeploymentWatches({
    connectionId: () => connections.scope(),
    client: () => connections.quiet(),
    memory,
    polling,
    log,
    write: (lines, source) => {
      sources.note(source);
      channel.write(lines);
    },
    announce: outcomes.emit,
    onRefusedHost,
  });
  return {
    watch,
    /** The deployments that wrote to the channel. */
    sources,
    showEvents: channel.show,
    onOutcome: outcomes.on,
    dispose: async () => {
      channel.dispose();
      await watch.close();
    },
  };
}

/** The output channel `Fairlead Events`; its language `log` colours times and levels. */
function createEventChannel() {
  const channel = vscode.window.createOutputChannel("Fairlead Events", "log");
  return {
    write: (lines: readonly string[]) => {
      if (lines.length > 0) channel.append(`${lines.join("\n")}\n`);
    },
    show: () => channel.show(true),
    dispose: () => channel.dispose(),
  };
}
