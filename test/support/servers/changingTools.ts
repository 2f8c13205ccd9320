import type { ServiceClient } from "../../../src/client/client.ts";
import type { OperationInput } from "../../../src/contract/operations.ts";
import type { Server } from "../../../src/contract/servers.ts";
import { readServer } from "../../../src/extension/server/model/readServer.ts";
import { requireValue } from "../service/requireValue.ts";
import type { startServedService } from "../service/servedService.ts";
import { deployTinyServer } from "./deployTinyServer.ts";
import { createDocumentSource, generateVersion } from "./generateServer.ts";
import { createTinySource } from "./tinyServer.ts";

interface PetDocument {
  readonly parameters?: readonly object[];
  /** There is a second tool. */
  readonly hasDelete?: boolean;
  /** Of the first tool. */
  readonly name?: string;
  readonly skills?: NonNullable<OperationInput<"server.generate">["skills"]>;
}

/** Generates a version of a server from a document whose `GET /pets` has the parameters. */
export async function generatePetVersion(
  api: ServiceClient,
  server: Server,
  { parameters = [], hasDelete = true, name = "listPets", skills }: PetDocument,
): Promise<Server> {
  const responses = { 200: { description: "fine" } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Pets", version: "1.0.0" },
    servers: [{ url: "http://127.0.0.1:9/api" }],
    paths: {
      "/pets": {
        // Only a name that is given replaces that of an earlier version.
        get: { operationId: name, "x-mcp": { name }, parameters, responses },
        ...(hasDelete && { delete: { operationId: "removePets", responses } }),
      },
    },
  };
  return generateVersion(api, server.id, { source: createDocumentSource(document), ...(skills && { skills }) });
}

/** Adds a version of a tiny server, which is code of its own, whose first tool has another name. */
export async function addVersionWithTool(api: ServiceClient, server: Server, tool: string): Promise<Server> {
  const tiny = createTinySource("healthy");
  const files = tiny.files.map(({ path, content }) => {
    return { path, content: content.replaceAll('"echo"', JSON.stringify(tool)) };
  });
  return generateVersion(api, server.id, { source: { ...tiny, files } });
}

/** A server with a live version whose newest version breaks no caller, but lacks a property that its skill names. */
export async function createServerWithBrokenSkill(
  served: Awaited<ReturnType<typeof startServedService>>,
  name: string,
): Promise<Server> {
  const { id } = await served.api.call("servers.create", { projectId: served.project.id, name });
  const text = { type: "string" };
  const filter = (properties: object) => [{ name: "filter", in: "query", schema: { type: "object", properties } }];
  const first = requireValue(await readServer(served.api, id));
  const before = await generatePetVersion(served.api, first, { parameters: filter({ name: text, petKind: text }) });
  const { server: live } = await deployTinyServer(served, before);
  const content = "---\nname: look\ndescription: Looks.\n---\n\nCall listPets with petKind.\n";
  const skills = [{ name: "look", files: [{ path: "SKILL.md", encoding: "utf8" as const, content }] }];
  return generatePetVersion(served.api, live, { parameters: filter({ name: text }), skills });
}
