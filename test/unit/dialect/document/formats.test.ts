import { describe, expect, test } from "vitest";
import type { RequestPreview } from "../../../../src/client/client.ts";
import type { JsonServiceRequest, JsonServiceResponse } from "../../../support/services/jsonService.ts";
import { startDocumentedService } from "./startDocumentedService.ts";

const answered: Record<string, object> = {
  servers: { id: "s1", name: "Weather & more", projectId: "p1" },
  skills: { id: "k1", name: "charts" },
};

async function start(lines: object, confirmRequest?: (preview: RequestPreview) => Promise<boolean>) {
  const respond = ({ method, path }: JsonServiceRequest): JsonServiceResponse => {
    const name = path.split("/").at(-1) ?? "";
    return { body: method === "GET" ? { [name]: [] } : (answered[name] ?? {}) };
  };
  const operations = { "servers.create": lines, "skills.create": lines };
  const service = await startDocumentedService({ operations }, respond, { confirmRequest });
  const changed = () => service.requests.filter(({ method }) => method !== "GET");
  return { ...service, changed };
}

const body = {
  title: "{{name}}",
  tags: ["a", "b"],
  owner: { project: "{{projectId}}", limits: { memory: 512, isShared: false } },
};
const server = { name: "Weather & more", projectId: "p1" };

/** The parts of a body of `multipart/form-data`: the header of each, and its content. */
function readParts({ headers, text }: JsonServiceRequest): readonly (readonly [string, string])[] {
  const [, boundary = ""] = /boundary=(.+)$/.exec(headers["content-type"] ?? "") ?? [];
  const parts = text.split(`--${boundary}`).slice(1, -1);
  return parts.map((part) => {
    const [head = "", content = ""] = part.trim().split(/\r\n\r\n/);
    return [head.split("\r\n")[0]?.replace("Content-Disposition: form-data; ", "") ?? "", content];
  });
}

describe("the format of a body", () => {
  test("form writes fields in fields as a[b] and lists as a[]", async () => {
    const { client, changed } = await start({ format: "form", body });
    await client.call("servers.create", server);
    const [{ headers, text } = { headers: {}, text: "" }] = changed();
    expect(headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect([...new URLSearchParams(text)]).toEqual([
      ["title", "Weather & more"],
      ["tags[]", "a"],
      ["tags[]", "b"],
      ["owner[project]", "p1"],
      ["owner[limits][memory]", "512"],
      ["owner[limits][isShared]", "false"],
    ]);
  });

  test("formRepeated writes the name of a list for each of its values", async () => {
    const { client, changed } = await start({
      format: "formRepeated",
      body: { tags: ["a", "b"], in: { list: [1, 2] } },
    });
    await client.call("servers.create", server);
    const [{ headers, text } = { headers: {}, text: "" }] = changed();
    expect(headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(text).toBe("tags=a&tags=b&in%5Blist%5D=1&in%5Blist%5D=2");
  });

  test("of all operations is what the profile says, and its fields are written as the parameters are", async () => {
    const lines = { format: "form", select: { GET: { in: "query", name: "{Kind}Sid" } } };
    const respond = ({ method, path }: JsonServiceRequest): JsonServiceResponse => {
      const item = { sid: "s1", friendly_name: "Tides", project_sid: "p1", date_created: "2026-01-01T00:00:00Z" };
      return { body: method === "GET" && path.endsWith("servers") ? { servers: [item] } : item };
    };
    const kinds = { server: { fields: { id: "$.sid", name: "$.friendly_name", projectId: "$.project_sid" } } };
    const service = await startDocumentedService({ operations: {}, ...lines, kinds }, respond);
    await service.client.call("servers.create", { projectId: "p1", name: "Tides" });
    const [changed] = service.requests.filter(({ method }) => method !== "GET");
    expect([...new URLSearchParams(changed?.text)]).toEqual([
      ["ProjectSid", "p1"],
      ["FriendlyName", "Tides"],
    ]);
  });

  test("multipart writes each file as a part with the name of its field", async () => {
    const { client, changed } = await start({ format: "multipart", body: { title: "{{name}}", upload: "{{files}}" } });
    const files = [
      { path: "SKILL.md", content: "---\nname: charts\ndescription: Draws\n---\n" },
      { path: "data/a.txt", content: Buffer.from("öl").toString("base64"), encoding: "base64" } as const,
    ];
    await client.call("skills.create", { projectId: "p1", files, version: "1.0.0" });
    expect(changed().map(readParts)).toEqual([
      [
        ['name="title"', "charts"],
        ['name="upload"; filename="SKILL.md"', "---\nname: charts\ndescription: Draws\n---"],
        ['name="upload"; filename="data/a.txt"', "öl"],
      ],
    ]);
  });

  test("multipart shows the names of its files, without their content", async () => {
    const previews: RequestPreview[] = [];
    const { client } = await start({ format: "multipart" }, async (preview) => previews.push(preview) > 0);
    const files = [{ path: "SKILL.md", content: "---\nname: charts\ndescription: Draws\n---\n" }];
    await client.call("skills.create", { projectId: "p1", files, version: "1.0.0" });
    expect(previews[0]?.body).toMatchObject({ projectId: "p1", files: [{ path: "SKILL.md", content: "***" }] });
    expect(previews[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  });

  test.each(["form", "multipart"])("%s is shown by its fields, without secrets", async (format) => {
    const previews: RequestPreview[] = [];
    const fields = { title: "{{name}}", env: "{{environment}}" };
    const { client } = await start({ format, body: fields }, async (preview) => previews.push(preview) > 0);
    await client.call("servers.create", { ...server, environment: { TOKEN: "a-secret-value" } });
    expect(previews.map((preview) => preview.body)).toEqual([{ title: "Weather & more", env: { TOKEN: "***" } }]);
  });
});
