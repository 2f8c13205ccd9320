import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { operationTable } from "../../../../src/contract/operations.ts";
import { createOpenapiDocument } from "../../../../src/service/openapi/openapiDocument.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";
import { useInMemoryService } from "../../../support/service/useInMemoryService.ts";

test("an independent linter finds no problem in the document", async () => {
  const folder = createTemporaryFolder();
  const file = join(folder, "fairlead.json");
  writeFileSync(file, JSON.stringify(createOpenapiDocument()));
  const bin = join(import.meta.dirname, "../../../../node_modules/@redocly/cli/bin/cli.js");
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const run = promisify(execFile)(
    process.execPath,
    [bin, "lint", "--extends", "recommended", "--format", "json", file],
    { env },
  );
  const { totals } = JSON.parse((await run).stdout);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});

test("the served document contains every operation of the operation table, and their tags", async () => {
  const service = useInMemoryService();
  const { status, body } = await service.request("GET", "/openapi.json", { key: null });
  expect(status).toBe(200);
  expect(body.servers[0].url).toBe(service.url);
  const found = Object.values<Record<string, { operationId: string; tags: string[] }>>(body.paths).flatMap((item) =>
    Object.values(item),
  );
  expect(found.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(operationTable).toSorted());
  const declared = body.tags.map(({ name }: { name: string }) => name);
  expect([...new Set(found.flatMap(({ tags }) => tags))].toSorted()).toEqual(declared.toSorted());
});

test("only operations on one item list 404 as a response", () => {
  const { paths } = JSON.parse(JSON.stringify(createOpenapiDocument()));
  const answers = (path: string, method = "get") => Object.keys(paths[path][method].responses);
  expect(answers("/api/v1/runtime/auth/token", "post")).toContain("404");
  expect(answers("/api/v1/server", "patch")).toContain("404");
  for (const path of ["servers", "skills", "registry/artifacts", "organization"])
    expect(answers(`/api/v1/${path}`)).not.toContain("404");
});
