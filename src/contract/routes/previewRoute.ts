import { deleting, type Operation } from "../operation.ts";

/** A route of Fairlead's own service. It is no operation: other services need not have it. */
export const previewRoute = {
  ...deleting,
  path: "/api/v1/deployment/preview",
  kind: "deployment",
  owner: "deployment",
  scope: "deploy",
  summary: "End a deployment that runs as a preview.",
} as const satisfies Operation;
