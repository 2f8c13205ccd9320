import type { Server } from "../../../src/contract/servers.ts";
import { readServer } from "../../../src/extension/server/model/readServer.ts";
import type { startServedService } from "../service/servedService.ts";
import { deployVersion, generateServerFrom, generateVersion, type ServerScene } from "./generateServer.ts";
import { createTinySource, type TinyVariant } from "./tinyServer.ts";

type Served = Pick<Awaited<ReturnType<typeof startServedService>>, "api">;

/** Creates a tiny server of this variant with one version. */
export const createTinyServer = (scene: ServerScene, name: string, variant: TinyVariant): Promise<Server> =>
  generateServerFrom(scene, name, { source: createTinySource(variant) });

export const addTinyVersion = ({ api }: Served, { id }: Server, variant: TinyVariant): Promise<Server> =>
  generateVersion(api, id, { source: createTinySource(variant) });

/** Deploys the server and waits until it runs, fails or ends. */
export async function deployTinyServer({ api }: Served, server: Server) {
  const deployment = await deployVersion(api, server.id);
  return { deployment, server: (await readServer(api, server.id)) ?? server };
}
