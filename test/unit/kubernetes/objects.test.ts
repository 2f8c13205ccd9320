import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import type { KubernetesServer } from "../../../src/kubernetes/kubernetesServer.ts";
import { createLabelValue, createObjectName } from "../../../src/kubernetes/objectNames.ts";
import { createServerObjects } from "../../../src/kubernetes/serverObjects.ts";
import { listPrivateHosts } from "../../../src/service/kubernetes/kubernetesRunner.ts";
import {
  findSchemaProblem,
  listRefusedExceptions,
  listRestrictedViolations,
} from "../../support/kubernetes/admission.ts";
import type { ApiObject } from "../../support/kubernetes/apiObject.ts";

const server: KubernetesServer = {
  name: "weather-0192",
  namespace: "servers",
  labels: { "fairlead/server": "srv_1" },
  version: "1.0.0+build.7",
  image: `registry.example/team/servers@sha256:${"a".repeat(64)}`,
  environment: { API_KEY: "a secret" },
  limits: { memoryMb: 256, cpus: 0.5 },
  network: {
    callers: [{ namespace: "fairlead", labels: { app: "fairlead" } }],
    privateHosts: [{ address: "10.0.0.5", port: 8080 }, { address: "fd00::5" }],
  },
};
const withFiles: KubernetesServer = {
  ...server,
  image: "node:24-slim",
  files: { archive: Buffer.from("archive"), entry: "it's here.mjs", installsPackages: true },
};
const findSpec = (kind: string, objects = createServerObjects(server)): ApiObject["spec"] =>
  objects.find((object) => object.kind === kind)?.spec;

test("the objects of a server match the published schemas of the Kubernetes API", () => {
  for (const variant of [server, withFiles, { ...server, limits: {}, network: { callers: [], privateHosts: [] } }])
    for (const object of createServerObjects(variant)) expect(findSchemaProblem(object), object.kind).toBeUndefined();
  const [first] = createServerObjects(server);
  expect(findSchemaProblem({ ...first, kind: "Secret", stringdata: {} } as object as { kind: string })).toContain(
    "additional",
  );
});

test("the shipped manifest matches the published schemas", () => {
  const documents = parseAllDocuments(readFileSync("media/deploy/kubernetes-runner.yaml", "utf8"));
  const objects = documents.map((one) => one.toJS()).filter(({ kind }) => kind !== "Namespace");
  expect(objects.map(({ kind }) => kind)).toEqual(["ServiceAccount", "Role", "RoleBinding"]);
  expect(objects.flatMap((object) => findSchemaProblem(object) ?? [])).toEqual([]);
});

test("pods follow the Pod Security Standard restricted and write nothing but /tmp", () => {
  const { spec } = findSpec("Deployment", createServerObjects(withFiles)).template;
  expect(listRestrictedViolations(spec)).toEqual([]);
  expect(spec.containers[0].volumeMounts).toContainEqual({ name: "server", mountPath: "/server", readOnly: true });
  const pod = findSpec("Deployment").template.spec;
  expect(listRestrictedViolations(pod)).toEqual([]);
  expect(pod.automountServiceAccountToken).toBe(false);
  expect(pod.containers[0].securityContext.readOnlyRootFilesystem).toBe(true);
  expect(pod.containers[0].resources.limits).toEqual({ memory: "256Mi", cpu: "500m" });
});

test("the Deployment and the Service select the pods of the Deployment", () => {
  const { selector, template } = findSpec("Deployment");
  expect(template.metadata.labels).toMatchObject(selector.matchLabels);
  expect(template.metadata.labels).toMatchObject(findSpec("Service").selector);
});

test("files come from a ConfigMap: init containers unpack them and install packages", () => {
  const objects = createServerObjects(withFiles);
  expect(objects.map(({ kind }) => kind)).toEqual(["Secret", "ConfigMap", "NetworkPolicy", "Service", "Deployment"]);
  expect(objects[1]?.binaryData).toEqual({ "files.tar.gz": Buffer.from("archive").toString("base64") });
  const { initContainers, containers } = findSpec("Deployment", objects).template.spec;
  expect(initContainers.map(({ command }: ApiObject["spec"]) => command[0])).toEqual(["tar", "npm"]);
  expect(containers[0].command).toEqual(["node", "/server/it's here.mjs"]);
});

test("secrets are in the Secret alone", () => {
  const others = createServerObjects(server).filter(({ kind }) => kind !== "Secret");
  expect(JSON.stringify(others)).not.toContain("a secret");
});

test("the network policy lets callers in, and the server out to DNS, public addresses and named private ones", () => {
  const { ingress, egress, podSelector } = findSpec("NetworkPolicy");
  expect(podSelector).toEqual({ matchLabels: { "app.kubernetes.io/name": "weather-0192" } });
  expect(ingress[0].from[0].namespaceSelector.matchLabels).toEqual({ "kubernetes.io/metadata.name": "fairlead" });
  const [, internet, ...privateHosts] = egress;
  expect(internet.to[0].ipBlock.except).toEqual(expect.arrayContaining(["10.0.0.0/8", "169.254.0.0/16"]));
  expect(privateHosts).toEqual([
    { to: [{ ipBlock: { cidr: "10.0.0.5/32" } }], ports: [{ protocol: "TCP", port: 8080 }] },
    { to: [{ ipBlock: { cidr: "fd00::5/128" } }] },
  ]);
  const closed = createServerObjects({ ...server, network: { callers: [], privateHosts: [] } });
  expect(findSpec("NetworkPolicy", closed).ingress).toEqual([]);
});

test("the API server takes each exception of the public addresses", () => {
  expect(listRefusedExceptions(findSpec("NetworkPolicy").egress)).toEqual([]);
});

test("only private addresses among allowed hosts are opened by address", () => {
  const hosts = [
    "10.0.0.5:8080",
    "[fd00::5]",
    "192.168.1.2",
    "api.example.com:443",
    "8.8.8.8",
    "169.254.169.254",
    "127.0.0.1:80",
  ];
  expect(listPrivateHosts(hosts)).toEqual([
    { address: "10.0.0.5", port: 8080 },
    { address: "fd00::5" },
    { address: "192.168.1.2" },
  ]);
});

test("names are DNS labels and labels have valid values", () => {
  expect(createObjectName("Weather API", "A1_b2")).toBe("weather-api-a1-b2");
  expect(createObjectName("42")).toBe("server");
  expect(createObjectName("x".repeat(80), "0192abcdef01")).toMatch(/^x{50}-0192abcdef01$/);
  expect(createLabelValue("1.0.0+build.7")).toBe("1.0.0_build.7");
  expect(createLabelValue("_-")).toBe("");
});
