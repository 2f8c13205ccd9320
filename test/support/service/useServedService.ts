import { afterAll } from "vitest";
import { startServedService } from "./servedService.ts";

/** The served service of a test file, which is closed after its tests. */
export async function useServedService(...options: Parameters<typeof startServedService>) {
  const served = await startServedService(...options);
  afterAll(() => served.close());
  return served;
}
