import { describe, expect, test } from "vitest";
import { createMappingSample } from "../../../../../../src/extension/profile/model/mapping/mappingSample.ts";
import { createReportRedactor } from "../../../../../../src/extension/profile/model/reportRedactor.ts";
import { fleet } from "../../../../../support/browser/mappingPage.ts";

const redactor = createReportRedactor({ host: "api.harbour.example", names: ["Ada Lovelace", "usr_7"] });
const sample = (json: unknown) => createMappingSample(json, redactor);

describe("the sample for a language model", () => {
  test("holds the structure and the names of an answer", () => {
    const parsed = JSON.parse(sample(fleet));
    expect(Object.keys(parsed)).toEqual(["harbour", "ships", "crews", "paging"]);
    expect(Object.keys(parsed.ships[0])).toEqual(Object.keys(fleet.ships[0] ?? {}));
    expect(parsed.ships[1]).toMatchObject({ mood: "RESTING", berth: { lane: 2 } });
  });

  test("holds no secret, e-mail address, host, URL, id or name of the user", () => {
    const json = {
      ...{ mail: "ada@harbour.example", link: "https://api.harbour.example/x?key=1", at: "api.harbour.example:8443" },
      ...{
        token: "short",
        key: "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB",
        uuid: "3f2b8c1a-99d0-4e4e-8f2b-0123456789ab",
      },
      ...{ who: "Made by Ada Lovelace", number: 48_151_623, ip: "10.1.2.3", "ada@harbour.example": 1 },
    };
    const text = sample(json);
    const hidden = ["ada@", "harbour.example", "short", "ghp_", "3f2b8c1a", "Lovelace", "48151623", "10.1.2.3"];
    expect(hidden.filter((secret) => text.includes(secret))).toEqual([]);
  });

  test("is bounded in items, depth and length", () => {
    const wide = Array.from({ length: 1000 }, (_, at) => ({ name: `Item ${at}`, text: "word ".repeat(500) }));
    expect(JSON.parse(sample({ wide })).wide).toHaveLength(3);
    const large = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, wide]));
    expect(sample({ a: large, b: large, c: large }).length).toBeLessThan(12_100);
    let deep: unknown = "end";
    for (let level = 0; level < 500; level += 1) deep = { deep };
    expect(sample(deep)).not.toContain("end");
  });

  test.each([[null], [[]], ["text"], [7], [true]])("can be made of %j", (json) => {
    expect(() => JSON.parse(sample(json))).not.toThrow();
  });
});
