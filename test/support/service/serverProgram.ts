import type { ServerProgram } from "../../../src/service/deployments/runners/runner.ts";
import { createServerEgress } from "../../../src/service/deployments/runners/serverEgress.ts";

/** A server without variables and limits, which may connect nowhere. */
export function createServerProgram(given: Pick<ServerProgram, "folder"> & Partial<ServerProgram>): ServerProgram {
  return {
    ...{
      id: "dep_test",
      serverId: "srv_test",
      entry: "server.mjs",
      image: undefined,
      transport: "http",
      files: ["server.mjs"],
      digest: "",
      packages: 0,
      environment: {},
      limits: {},
    },
    egress: createServerEgress({
      readAllowedHosts: () => ({ byUser: [], byVersion: [] }),
      onRefused: () => {},
      userZone: undefined,
    }),
    onLine: () => {},
    handleMessages: () => () => {},
    watch: { add: () => {}, remove: () => {}, addRequest: () => () => {} },
    ...given,
  };
}

export const neverAborted = new AbortController().signal;
