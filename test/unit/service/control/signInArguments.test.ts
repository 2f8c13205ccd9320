import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseServiceArguments } from "../../../../src/service/control/serviceArguments.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";

const address = ["--listen", "0.0.0.0:8443", "--public-url", "https://f.example", "--trusted-proxy", "10.0.0.5"];
const provider = ["--oidc-issuer", "https://id.example/realms/team", "--oidc-client-id", "fairlead"];
const parse = (...args: string[]) => parseServiceArguments(["--data", "d", ...args]).signIn;

function writeSecret(text: string): string {
  const folder = createTemporaryFolder();
  writeFileSync(join(folder, "secret"), text);
  return join(folder, "secret");
}

test("a provider has an issuer, a client, and what else is given", () => {
  expect(parse(...address)).toBeUndefined();
  expect(parse(...address, ...provider)).toEqual({
    issuer: "https://id.example/realms/team",
    client: { id: "fairlead", secret: undefined },
    ...{ scopes: [], domains: [], organizations: [] },
  });
  const more = ["--oidc-scope", "groups", "--oidc-domain", "Example.COM", "--oidc-domain", "example.org"];
  const secret = ["--oidc-client-secret-file", writeSecret(" secret of the client\n")];
  expect(parse(...address, ...provider, ...more, ...secret, "--organization", "Acme")).toMatchObject({
    client: { id: "fairlead", secret: "secret of the client" },
    ...{ scopes: ["groups"], domains: ["example.com", "example.org"], organizations: ["Acme"] },
  });
  expect(parse(...address, "--oidc-issuer", "http://localhost:9000", ...provider.slice(2))?.issuer).toContain("9000");
});

test.each([
  [provider, "--oidc-issuer needs --listen"],
  [[...address, ...provider.slice(0, 2)], "need both --oidc-issuer URL and --oidc-client-id ID"],
  [[...address, ...provider.slice(2)], "need both --oidc-issuer"],
  [["--oidc-domain", "example.com"], "need both --oidc-issuer"],
  [["--oidc-scope", "groups"], "need both --oidc-issuer"],
  [["--oidc-client-secret-file", "f"], "need both --oidc-issuer"],
  [[...address, ...provider.slice(0, 3), " "], "--oidc-client-id must not be empty"],
  [[...address, ...provider, "--oidc-scope", "two scopes"], "--oidc-scope must be one scope"],
  [[...address, ...provider, "--oidc-domain", "@example.com"], "--oidc-domain must be like"],
  [[...address, ...provider, "--oidc-domain", "localhost"], "--oidc-domain must be like"],
  [[...address, ...provider, "--oidc-client-secret-file", "/no/such/file"], "cannot be read: ENOENT"],
  ...["http://id.example", "id.example", "https://id.example?a", "https://id.example#a", "https://a:b@id.example"].map(
    (issuer): [string[], string] => [
      [...address, "--oidc-issuer", issuer, ...provider.slice(2)],
      "--oidc-issuer must be like",
    ],
  ),
])("%j is refused", (args, message) => {
  expect(() => parse(...args)).toThrow(message);
});

test("an empty secret file is refused", () => {
  const file = writeSecret("\n");
  expect(() => parse(...address, ...provider, "--oidc-client-secret-file", file)).toThrow(`${file} is empty`);
});
