import { expect, test } from "vitest";
import { rejectLocalProfile } from "../../../../../src/extension/profile/model/requireProfile.ts";

const active = (kind: "local" | "remote") => ({
  connections: { active: () => ({ id: "a", name: "A", baseUrl: "https://example.com", kind }) },
});

test("only the local service has no profile to change", () => {
  expect(() => rejectLocalProfile(active("local"))).toThrow("it has no profile to change");
  expect(() => rejectLocalProfile(active("remote"))).not.toThrow();
  expect(() => rejectLocalProfile({ connections: { active: () => undefined } })).not.toThrow();
});
