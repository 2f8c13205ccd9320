import { expect, test } from "vitest";
import * as z from "zod";
import { auditPageSchema } from "../../../../src/contract/routes/auditRoute.ts";
import { grantRequestsSchema } from "../../../../src/contract/routes/grantRoutes.ts";
import { agentRedirect, createAuthorizeUrl, createPkce } from "../../../support/oauth/agentLogin.ts";
import { publicUrl, startPublicService } from "../../../support/service/publicService.ts";
import { requireValue } from "../../../support/service/requireValue.ts";

const idSchema = z.looseObject({ id: z.string() });

/** A team's service with a server of the owner, and a member of another organization. */
async function start() {
  const members = [{ name: "Ada", email: "ada@example.com" }];
  const service = await startPublicService({ team: { organizations: ["Acme"], members, limits: {} } });
  const post = (path: string, body: object, key = service.key, headers: Readonly<Record<string, string>> = {}) =>
    service.ask({
      ...{ path, method: "POST", body: JSON.stringify(body) },
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
    });
  const read = async (path: string, key = service.key) =>
    JSON.parse((await service.ask({ path, headers: { Authorization: `Bearer ${key}` } })).text);
  const [project] = z.object({ items: z.array(idSchema) }).parse(await read("/api/v1/projects")).items;
  const created = await post("/api/v1/servers", { projectId: requireValue(project).id, name: "Pet Shop" });
  const resource = `${publicUrl}/mcp/${idSchema.parse(JSON.parse(created.text)).id}`;
  const registered = await post("/oauth/register", { client_name: "Claude Code", redirect_uris: [agentRedirect] });
  const { client_id: clientId } = z.object({ client_id: z.string() }).parse(JSON.parse(registered.text));
  const readRequests = async (key = service.key) =>
    grantRequestsSchema.parse(await read("/api/v1/oauth/grant-requests", key)).items;
  const openPage = async () => {
    const fields = { client_id: clientId, code_challenge: createPkce().challenge, resource };
    const path = createAuthorizeUrl({ url: "" }, fields);
    const { headers } = await service.ask({ path });
    const [cookie = ""] = headers["set-cookie"] ?? [];
    const location = headers.location ?? "";
    const waiting = new URL(location, publicUrl);
    const show = (query = "") =>
      service.ask({
        path: waiting.pathname + waiting.search + query,
        headers: { Cookie: cookie.split(";", 1)[0] ?? "" },
      });
    const { text } = await show();
    const number = /<strong>(\d{4})<\/strong>/.exec(text)?.[1] ?? "";
    return { id: waiting.searchParams.get("id") ?? "", cookie, number, text, show };
  };
  const answer = (id: string, body: object, key?: string) => post(`/api/v1/oauth/grant-requests?id=${id}`, body, key);
  const readAudit = async () => auditPageSchema.parse(await read("/api/v1/organization/audit")).items;
  return { service, openPage, readRequests, answer, readAudit, memberKey: requireValue(service.newKeys[0]).key };
}

test("at a team's service only who sees the page can allow an agent, and the audit log says who did", async () => {
  const { openPage, readRequests, answer, readAudit } = await start();
  const page = await openPage();
  expect(page.cookie).toContain("; Secure");
  expect((await readRequests())[0]).toMatchObject({ id: page.id, client: "Claude Code", number: null });
  expect((await answer(page.id, { allow: true })).status).toBe(403);
  expect((await answer(page.id, { allow: false, number: "0000" })).status).toBe(403);
  expect((await answer(page.id, { allow: true, number: page.number })).status).toBe(204);
  const { location = "" } = (await page.show("&shown=1")).headers;
  expect(location).toMatch(/^http:\/\/127\.0\.0\.1:8765\/callback\?code=[\w-]+&iss=https%3A%2F%2Fservice\.example$/);
  const [entry] = (await readAudit()).filter(({ action }) => action === "grant.allow");
  expect(entry).toMatchObject({ status: 204, item: { kind: "server", name: "Claude Code: Pet Shop" } });
  expect(entry?.actor.keyName).toBe("First key");
});

test("a request ends after three wrong numbers", async () => {
  const { openPage, answer } = await start();
  const page = await openPage();
  for (let tries = 0; tries < 3; tries += 1)
    expect((await answer(page.id, { allow: true, number: "wrong" })).status).toBe(403);
  const late = await answer(page.id, { allow: true, number: page.number });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("refused after 3 wrong numbers")]);
  expect((await page.show("&shown=1")).headers.location).toContain("error=access_denied");
});

test("a member of another organization neither sees nor answers a request", async () => {
  const { openPage, readRequests, answer, memberKey } = await start();
  const page = await openPage();
  expect(await readRequests(memberKey)).toEqual([]);
  expect((await answer(page.id, { allow: true, number: page.number }, memberKey)).status).toBe(404);
});

test("the page says whether an editor is connected", async () => {
  const { openPage, readRequests } = await start();
  expect((await openPage()).text).toContain("No window of VS Code is connected to this service.");
  await readRequests();
  expect((await openPage()).text).toContain("Answer in VS Code");
});
