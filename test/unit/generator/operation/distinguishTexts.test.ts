import { expect, test } from "vitest";
import { distinguishTexts } from "../../../../src/generator/operation/distinguishTexts.ts";
import { measureWork } from "../../../support/measureWork.ts";
import { createTestToolDefinition } from "../../../support/servers/definedServer.ts";

const item = { value: {}, pointer: "" };
const createDraft = (path: string) => ({
  site: { method: "GET", path, pointer: "", operation: {}, item, extension: {}, tags: [], hasItems: false },
  tool: createTestToolDefinition("get", { title: "Do it", description: "Does it." }),
});

test("tools of one title and one description are distinguished in time that grows with their number", () => {
  const drafts = Array.from({ length: 20_000 }, (_, index) => createDraft(`/v1/things/t${index}/state`));
  const texts: ReturnType<ReturnType<typeof distinguishTexts>>[] = [];
  expect(measureWork(() => texts.push(...drafts.map(distinguishTexts(drafts))))).toBeLessThan(20);
  const request = "GET /v1/things/t7/state";
  expect(texts[7]).toEqual({ title: `Do it (${request})`, description: `Does it.\n\nRequests ${request}.` });
});
