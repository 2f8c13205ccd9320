import type { ViewId } from "../../core/foundation/ports.ts";

/** The views of the manifest. */
export const viewIds = [
  "fairlead.projects",
  "fairlead.servers",
  "fairlead.skills",
  "fairlead.deployments",
  "fairlead.registry",
  "fairlead.account",
] as const satisfies ViewId[];
export type OwnViewId = (typeof viewIds)[number];

export function isOwnView(id: string): id is OwnViewId {
  return viewIds.some((own) => own === id);
}
