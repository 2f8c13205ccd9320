import type { ViewId } from "../../base/ports.ts";

/** The views of the manifest. */
export const viewIds = [
  "fairlead.projects",
  "fairlead.servers",
  "fairlead.skills",
  "fairlead.deployments",
  "fairlead.registry",
  "fairlead.account",
] as const satisfies ViewId[];
export type FairleadViewId = (typeof viewIds)[number];

export function isFairleadView(id: string): id is FairleadViewId {
  return viewIds.some((own) => own === id);
}
