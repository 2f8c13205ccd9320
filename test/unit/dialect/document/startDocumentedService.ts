import { onTestFinished } from "vitest";
import type { ServiceClientOptions } from "../../../../src/client/client.ts";
import { dialectProfileSchema } from "../../../../src/contract/dialectProfile.ts";
import { connectToService } from "../../../../src/dialect/connect.ts";
import {
  type JsonServiceRequest,
  type JsonServiceResponse,
  startJsonService,
} from "../../../support/services/jsonService.ts";

export const key = "sk-documented-0123456789";

/** Starts a service, and a client that knows it by the lines of a profile. */
export async function startDocumentedService(
  lines: object,
  respond: (request: JsonServiceRequest) => JsonServiceResponse | undefined,
  options: Partial<ServiceClientOptions> = {},
) {
  const service = await startJsonService(respond);
  const profile = dialectProfileSchema.parse({ version: 2, dialect: "other", ...lines });
  const client = connectToService({
    baseUrl: service.url,
    key: async () => key,
    profileStore: { read: () => profile, save: () => {}, saveEvidence: () => {} },
    ...options,
  });
  onTestFinished(async () => {
    await client.close();
    await service[Symbol.asyncDispose]();
  });
  return { client, requests: service.requests };
}
