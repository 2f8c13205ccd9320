import type { InputOf, OperationName } from "../../src/contract/operations.ts";

/** One input an operation accepts, as far as its form goes; the ids name nothing. */
export const sampleInputs = {
  "me.get": {},
  "apiKeys.list": {},
  "apiKeys.create": { name: "sample" },
  "apiKeys.delete": { id: "key_none" },
  "projects.list": {},
  "projects.create": { name: "sample" },
  "project.get": { id: "prj_none" },
  "project.update": { id: "prj_none", name: "sample" },
  "servers.list": {},
  "servers.create": { projectId: "prj_none", name: "sample" },
  "server.update": { id: "srv_none", name: "sample" },
  "server.generate": { id: "srv_none" },
  "server.deploy": { id: "srv_none" },
  "deployments.list": {},
  "deployment.get": { id: "dep_none" },
  "deployment.events": { id: "dep_none" },
  "deployment.health": { id: "dep_none" },
  "registry.artifacts": {},
  "registry.artifact": { id: "art_none" },
  "registry.versions": { id: "art_none" },
  "runtime.token": { serverId: "srv_none" },
  "runtime.oauthToken": { grant_type: "client_credentials", client_id: "key_none", client_secret: "flk_none" },
} as const satisfies { readonly [N in OperationName]: InputOf<N> };
