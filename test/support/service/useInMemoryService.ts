import { closeAfterTest } from "../closeAfterTest.ts";
import { createInMemoryService } from "./inMemoryService.ts";

/** The whole service in memory for one test. */
export const useInMemoryService = (options: Parameters<typeof createInMemoryService>[0] = {}) =>
  closeAfterTest(createInMemoryService(options));
