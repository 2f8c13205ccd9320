import { expect } from "vitest";
import { generateFromValidDocument } from "../../../support/documents/generateFromDocument.ts";
import { longTest } from "../../../support/longTest.ts";
import { measureProcessorTime } from "../../../support/measureWork.ts";

/** Operations that share schemas, texts, tags and long ids, in lists with items. */
function createDocument(operations: number): string {
  const parameters = [{ $ref: "#/components/parameters/page" }];
  const schema = { $ref: "#/components/schemas/Thing" };
  const content = { "application/json": { schema } };
  const responses = { 200: { description: "ok", content } };
  const createId = (verb: string, index: number) =>
    `${verb}_administrator_configuration_of_the_organization_thing_${index}`;
  const paths = Array.from({ length: operations / 2 }, (_, index) => {
    const tags = [`tag${index % 50}`];
    const shared = { tags, summary: `Do it ${index % 9}`, description: "Does it.", responses };
    const get = { ...shared, operationId: createId("list", index), parameters };
    const post = { ...shared, operationId: createId("add", index), requestBody: { content } };
    return [`/v1/things/t${index}`, { get, post }];
  });
  const owner = { type: "object", properties: { name: { type: "string", maxLength: 9 }, thing: schema } };
  return JSON.stringify({
    ...{ openapi: "3.1.0", info: { title: "Many", version: "1" }, servers: [{ url: "https://many.example.com" }] },
    paths: Object.fromEntries(paths),
    components: {
      parameters: { page: { name: "page", in: "query", schema: { type: "integer" } } },
      schemas: {
        Thing: { type: "object", properties: { owner: { $ref: "#/components/schemas/Owner" } } },
        Owner: owner,
      },
    },
  });
}

longTest("four times as many operations are generated, also again, in about four times the work", () => {
  const measure = (operations: number) => {
    const document = createDocument(operations);
    const generate = () => {
      const { files, toolCount } = generateFromValidDocument(document);
      expect(toolCount).toBe(operations);
      const latest = files.map(({ path, content }) => ({ path, bytes: Buffer.from(content) }));
      generateFromValidDocument(document, { latest });
    };
    // The collector of memory may run in one of them.
    return Math.min(measureProcessorTime(generate), measureProcessorTime(generate));
  };
  const few = measure(1000);
  expect(measure(4000) / few).toBeLessThan(8);
});
