import { expect, test } from "vitest";
import * as z from "zod";
import { startPublicService } from "../../../support/service/publicService.ts";
import { startHttpServer } from "../../../support/services/startHttpServer.ts";

const created = z.looseObject({ id: z.string() });
const list = z.looseObject({
  items: z.array(z.looseObject({ id: z.string(), status: z.string().optional(), statusDetail: z.string().nullish() })),
});

test("the URL of a member's document does not lead to the machine of the service", async () => {
  // Clients of other tests may still call a port that was free again.
  const documentPath = `/${crypto.randomUUID()}.json`;
  const requests: string[] = [];
  const documents = await startHttpServer((request, response) => {
    requests.push(request.url ?? "");
    response.end("{}");
  });
  const { call } = await startPublicService();
  const [project] = list.parse(await call("/api/v1/projects")).items;
  const source = { kind: "openapi", url: documents + documentPath };
  const { id } = created.parse(await call("/api/v1/servers", { projectId: project?.id, name: "Inner", source }));
  await call(`/api/v1/server/generate?id=${id}`, {});
  const readDetail = async () => {
    const server = list.parse(await call(`/api/v1/servers?id=${id}`)).items[0];
    return server?.status === "failed" ? server.statusDetail : "";
  };
  await expect.poll(readDetail).toContain("further inside the network");
  expect(requests).not.toContain(documentPath);
});
