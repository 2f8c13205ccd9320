import type { Hono } from "hono";
import type { Handlers, ServiceContext, Supervisor } from "./context.ts";
import { ServiceProblem } from "./problem.ts";

export type DeploymentOperation =
  | "server.deploy"
  | "deployments.list"
  | "deployment.get"
  | "deployment.events"
  | "deployment.health"
  | "runtime.token"
  | "runtime.oauthToken";

/** The part of the service that runs servers. */
export interface Deployments {
  readonly supervisor: Supervisor;
  readonly handlers: Handlers<DeploymentOperation>;
  readonly routes: readonly Hono[];
}

/** For a service that runs nothing: the operations say so. */
export function undeployed(_context: ServiceContext): Deployments {
  const refuse = (): never => {
    throw new ServiceProblem("unavailable", "This service runs no servers.");
  };
  return {
    supervisor: {
      deploy: refuse,
      setDesiredState: refuse,
      resume: async () => {},
      close: async () => {},
    },
    handlers: {
      "server.deploy": refuse,
      "deployments.list": refuse,
      "deployment.get": refuse,
      "deployment.events": refuse,
      "deployment.health": refuse,
      "runtime.token": refuse,
      "runtime.oauthToken": refuse,
    },
    routes: [],
  };
}
