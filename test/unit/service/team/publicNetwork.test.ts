import { expect, onTestFinished, test } from "vitest";
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
  const service = await startPublicService();
  onTestFinished(() => service.close());
  const send = async (path: string, method: string, body?: object) => {
    const headers = { "Content-Type": "application/json" };
    return JSON.parse(
      (await service.ask({ path: `/api/v1/${path}`, method, headers, ...(body && { body: JSON.stringify(body) }) }))
        .text,
    );
  };
  const [project] = list.parse(await send("projects", "GET")).items;
  const { id } = created.parse(
    await send("servers", "POST", {
      projectId: project?.id,
      name: "Inner",
      source: { kind: "openapi", url: documents + documentPath },
    }),
  );
  await send(`server/generate?id=${id}`, "POST", {});
  const readDetail = async () => {
    const server = list.parse(await send(`servers?id=${id}`, "GET")).items[0];
    return server?.status === "failed" ? server.statusDetail : "";
  };
  await expect.poll(readDetail).toContain("further inside the network");
  expect(requests).not.toContain(documentPath);
});
