import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { startService } from "../../../src/service/startService.ts";
import { noSandbox } from "./noSandbox.ts";
import { requireValue } from "./requireValue.ts";

/** A service of its own that content is copied from or to. */
export async function startCopyEnd() {
  const service = await startService({ dataDir: null, runtimeFiles: [], sandbox: noSandbox });
  const key = requireValue(service.firstKey);
  const client = createServiceClient({ baseUrl: service.url, key: async () => key });
  const close = async () => {
    await client.close();
    await service.close();
  };
  return { client, url: service.url, key, close };
}
