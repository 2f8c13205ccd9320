import fc from "fast-check";
import { expect, test } from "vitest";
import { operationNames } from "../../../src/contract/operationNames.ts";
import { operationInputArbitrary } from "../../support/documents/operationInputs.ts";

test("a field is marked in each operation that takes secrets or files", () => {
  const marked = operationNames.filter((name) =>
    fc
      .sample(operationInputArbitrary(name, "canary-0123"), { numRuns: 200, seed: 1 })
      .some((input) => JSON.stringify(input).includes("canary-0123")),
  );
  expect(marked).toEqual([
    ...["servers.create", "server.update", "server.generate", "server.deploy", "skills.create", "skill.update"],
    ...["serverTestRuns.start", "skillTestRuns.start", "runtime.oauthToken"],
  ]);
});
