import { expect, test } from "vitest";
import { distinguishDescriptions } from "../../../../src/generator/operation/distinguishDescriptions.ts";
import { measureWork } from "../../../support/measureWork.ts";
import { createTestToolDefinition } from "../../../support/servers/definedServer.ts";

const createDraft = (path: string) => ({
  site: { method: "GET", path, pointer: "", operation: {}, item: { value: {}, pointer: "" }, extension: {} },
  tool: createTestToolDefinition("get", { description: "Does it." }),
});

test("tools of one description get what distinguishes their requests, in time that grows with their number", () => {
  const drafts = Array.from({ length: 20_000 }, (_, index) => createDraft(`/v1/things/t${index}/state`));
  const descriptions: string[] = [];
  expect(measureWork(() => descriptions.push(...drafts.map(distinguishDescriptions(drafts))))).toBeLessThan(20);
  expect(descriptions[7]).toBe("Does it.\n\n…/t7/…");
});
