import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServiceClient } from "../../../../src/client/client.ts";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import { startService } from "../../../../src/service/startService.ts";
import { startServiceProcess } from "../../../support/service/serviceProcess.ts";

/** The real service with a data folder, which can be ended at any time and started again. */
export interface RestartableService {
  readonly client: ServiceClient;
  readonly key: string | undefined;
  url(): string;
  restart(): Promise<void>;
  close(): Promise<void>;
}

interface Life {
  readonly url: string;
  readonly key: string | undefined;
  end(): Promise<unknown>;
}

/** Closes the service and starts it again. */
export const startClosableService = () =>
  serve(async (dataDir) => {
    const service = await startService({ dataDir, runtimeFiles: [] });
    return { url: service.url, key: service.firstKey, end: service.close };
  });

/** A separate process that is killed, so that nothing in it can react to its end. */
export const startKillableService = () =>
  serve(async (dataDir) => {
    const { hello, signal, ended } = await startServiceProcess(["--data", dataDir]);
    if (!hello) throw new Error(`The service did not start:\n${(await ended).stderr}`);
    const end = () => {
      signal("SIGKILL");
      return ended;
    };
    return { url: hello.url, key: hello.key, end };
  });

async function serve(start: (dataDir: string) => Promise<Life>): Promise<RestartableService> {
  const dataDir = mkdtempSync(join(tmpdir(), "fairlead-model-"));
  let life = await start(dataDir);
  const { key } = life;
  const connect = () => createServiceClient({ baseUrl: life.url, key: async () => key });
  let client = connect();
  const end = async () => {
    await client.close();
    await life.end();
  };
  return {
    get client() {
      return client;
    },
    key,
    url: () => life.url,
    restart: async () => {
      await end();
      life = await start(dataDir);
      client = connect();
    },
    close: async () => {
      await end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
