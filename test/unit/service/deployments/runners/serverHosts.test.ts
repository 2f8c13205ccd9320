import { expect, test } from "vitest";
import { findAllowance } from "../../../../../src/service/deployments/runners/serverEgress.ts";
import {
  createHostReader,
  listCredentialsWithoutHosts,
} from "../../../../../src/service/deployments/runners/serverHosts.ts";
import { findServerVersionRow } from "../../../../../src/service/registry/versions.ts";
import { closeAtEnd } from "../../../../support/closeAtEnd.ts";
import { startThreadFixture } from "../../../../support/service/deploymentFixture.ts";
import { publishFiles } from "../../../../support/service/publishFiles.ts";

const fixture = await closeAtEnd(startThreadFixture());

function publishVariables(variables: Parameters<typeof publishFiles>[6]) {
  const serverId = fixture.makeServer("agreed");
  publishFiles(fixture.context, serverId, "1.0.0", [{ path: "a.mjs", content: "" }], "a.mjs", {}, variables);
  return findServerVersionRow(fixture.context.db, serverId, "1.0.0");
}

function readHosts(environment: Readonly<Record<string, string>>, apiUrls: readonly string[] = []) {
  const serverId = fixture.makeServer("hosts");
  const variables = [{ name: "API_HOSTS", required: false, secret: false, description: "", hosts: ["api.example"] }];
  const manifest = { _meta: { "io.modelcontextprotocol.registry/publisher-provided": { apiUrls } } };
  publishFiles(fixture.context, serverId, "1.0.0", [{ path: "a.mjs", content: "" }], "a.mjs", manifest, variables);
  const version = findServerVersionRow(fixture.context.db, serverId, "1.0.0");
  return createHostReader(fixture.context, { serverId, version, environment })();
}

test("the host of a URL in the environment may lead anywhere", () => {
  const hosts = readHosts({ API_URL: "https://user:pass@intranet.example/v1" });
  expect(findAllowance(hosts, "intranet.example", 443)).toBe("user");
  expect(findAllowance(hosts, "intranet.example", 80)).toBeUndefined();
});

test("a host that receives a credential is named by the version, at one port", () => {
  const hosts = readHosts({ API_HOSTS: "api.example http://plain.example,other.example:8443" });
  expect(findAllowance(hosts, "api.example", 443)).toBe("version");
  expect(findAllowance(hosts, "plain.example", 80)).toBe("version");
  expect(findAllowance(hosts, "other.example", 8443)).toBe("version");
  expect(findAllowance(hosts, "api.example", 22)).toBeUndefined();
});

test("a credential with a value and no agreed host is reported, unless the user chose the address for all", () => {
  const plain = { required: false, secret: false, description: "" };
  const credential = { name: "login", operations: 1 };
  const list = { ...plain, name: "KEY_HOSTS", hosts: ["a.example", "b.example"], credential };
  const variables = [{ ...plain, name: "KEY", credential }, list, { ...plain, name: "API_BASE_URL" }];
  const row = publishVariables(variables);
  expect(listCredentialsWithoutHosts(row, { KEY: "k", KEY_HOSTS: "a.example" })).toEqual([
    expect.stringMatching(/KEY .*b\.example.*KEY_HOSTS/),
  ]);
  expect(listCredentialsWithoutHosts(row, { KEY: "k", KEY_HOSTS: "a.example b.example" })).toEqual([]);
  expect(listCredentialsWithoutHosts(row, { KEY_HOSTS: "" })).toEqual([]);
  expect(listCredentialsWithoutHosts(row, { KEY: "k", API_BASE_URL: "https://c.example" })).toEqual([]);
  const open = publishVariables([...variables.slice(0, 2), { ...plain, name: "API_BASE_URL", required: true }]);
  expect(listCredentialsWithoutHosts(open, { KEY: "k", API_BASE_URL: "https://c.example" })).toHaveLength(1);
});

test("the hosts of an added header, which the document proposes, are no URLs that the user wrote", () => {
  const hosts = readHosts({ API_HEADER_X_API_HOSTS: "http://127.0.0.1:8080", API_HEADER_X: "http://127.0.0.1:8081" });
  expect(findAllowance(hosts, "127.0.0.1", 8080)).toBeUndefined();
  expect(findAllowance(hosts, "127.0.0.1", 8081)).toBeUndefined();
});

test("the document's URLs lead to their hosts, once the environment says what stands for their variables", () => {
  const urls = ["https://{TENANT}.example/v1", "https://{REGION}.other.example"];
  const hosts = readHosts({ TENANT: "acme" }, urls);
  expect(findAllowance(hosts, "acme.example", 443)).toBe("version");
  expect(findAllowance(hosts, "acme.other.example", 443)).toBeUndefined();
});
