import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createCredentialFinder, findUserCredentials } from "../../../../src/service/images/registryCredentials.ts";

const folder = mkdtempSync(join(tmpdir(), "fairlead-credentials-"));
const file = join(folder, "config.json");
afterAll(() => rmSync(folder, { recursive: true }));

function findIn(content: unknown, registry: string) {
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return createCredentialFinder(file)(registry);
}

const auth = Buffer.from("ada:pass:word").toString("base64");
const ada = { username: "ada", password: "pass:word" };

test("credentials are found by the names that Docker writes", () => {
  expect(findIn({ auths: { "https://index.docker.io/v1/": { auth } } }, "docker.io")).toEqual(ada);
  expect(findIn({ auths: { "ghcr.io": { auth } } }, "ghcr.io")).toEqual(ada);
  expect(findIn({ auths: { "https://quay.io": { username: "ada", password: "pass:word" } } }, "quay.io")).toEqual(ada);
  expect(findIn({ auths: { "ghcr.io": { auth } } }, "quay.io")).toBeUndefined();
});

test("a credential helper is said to be unsupported, where the registry's credentials are with it", () => {
  expect(() => findIn({ credHelpers: { "ghcr.io": "gh" } }, "ghcr.io")).toThrow(
    /credential helper "gh".*--registry-auth/,
  );
  expect(() => findIn({ auths: { "ghcr.io": {} }, credsStore: "desktop" }, "ghcr.io")).toThrow('helper "desktop"');
  expect(findIn({ credsStore: "desktop" }, "docker.io")).toBeUndefined();
});

test("the user's file may be missing, and that of the option may not", () => {
  expect(findUserCredentials({ DOCKER_CONFIG: join(folder, "none") })("ghcr.io")).toBeUndefined();
  expect(() => createCredentialFinder(join(folder, "none"))("ghcr.io")).toThrow(
    "The file of --registry-auth cannot be read",
  );
});

test.each(["no JSON {secret", '{"auths":["secret"]}'])(
  "a file with other content is refused without its content: %s",
  (text) => {
    expect(() => findIn(text, "ghcr.io")).toThrow(
      expect.objectContaining({
        message: `${file} is not a file of registry credentials. Write it with "docker login".`,
      }),
    );
  },
);
