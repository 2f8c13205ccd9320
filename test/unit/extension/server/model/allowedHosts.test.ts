import { describe, expect, test } from "vitest";
import type { Server } from "../../../../../src/contract/servers.ts";
import {
  allowHosts,
  changeAllowedHosts,
  formatAllowedHostsChange,
  parseAllowedHosts,
  readRefusedHost,
} from "../../../../../src/extension/server/model/allowedHosts.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { isAllowedHost } from "../../../../../src/text/hosts/hostName.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const createServer = (name: string) => served.api.call("servers.create", { projectId: served.project.id, name });
const hostsOf = async ({ id }: Pick<Server, "id">) => (await readServer(served.api, id))?.allowedHosts;

describe("the refused host of an event", () => {
  test("is read with its port and reason", () => {
    const host = "api.example.com:443";
    expect(readRefusedHost({ refusedHost: host })).toEqual({ host, isInner: false });
    expect(readRefusedHost({ refusedHost: host, reason: "inner" })).toEqual({ host, isInner: true });
    expect(readRefusedHost({ refusedHost: "127.0.0.1:80" })?.host).toBe("127.0.0.1:80");
  });

  test.each([null, undefined, {}, "a:1", { refusedHost: 1 }, { refusedHost: "a b" }, { refusedHost: "a".repeat(999) }])(
    "is none in %j",
    (data) => {
      expect(readRefusedHost(data)).toBeUndefined();
    },
  );

  test("is allowed with its port, or with any port", () => {
    expect(["a:443", "a", "a:80", "b"].map((allowed) => isAllowedHost([allowed], "a:443"))).toEqual([
      ...[true, true, false, false],
    ]);
    expect(isAllowedHost(["[::1]"], "[::1]:443")).toBe(true);
  });
});

describe("a list of allowed hosts", () => {
  test("is read from hosts, hosts with ports and URLs, each once", () => {
    const text = " api.example.com, 10.0.0.5:8080,https://cdn.example.com/v1, API.example.com,";
    expect(parseAllowedHosts(text)).toEqual({ hosts: ["api.example.com", "10.0.0.5:8080", "cdn.example.com:443"] });
    expect(parseAllowedHosts("  ")).toEqual({ hosts: [] });
  });

  test("names the part that is no host", () => {
    expect(parseAllowedHosts("api.example.com, not a host")).toEqual({
      problem:
        '"not a host" is not a host, such as api.example.com, a host with a port, such as 10.0.0.5:8080, or a URL.',
    });
  });

  test("has a limited length", () => {
    const hosts = Array.from({ length: 201 }, (_, at) => `a${at}.example.com`).join();
    expect(parseAllowedHosts(hosts)).toEqual({ problem: "At most 200 hosts can be allowed." });
  });
});

describe("allowing hosts", () => {
  test("adds them to those that the server has at that time", async () => {
    const server = await createServer("Added");
    await served.api.call("server.update", { id: server.id, allowedHosts: ["a.example.com"] });
    const change = await allowHosts(served.api, server.id, ["b.example.com:443", "a.example.com:443"]);
    expect(await hostsOf(server)).toEqual(["a.example.com", "b.example.com:443"]);
    expect(formatAllowedHostsChange(change)).toBe("Added may now connect to b.example.com:443.");
  });

  test("sends nothing if all of them are allowed", async () => {
    const server = await createServer("Unchanged");
    await allowHosts(served.api, server.id, ["a.example.com"]);
    const before = await readServer(served.api, server.id);
    const change = await allowHosts(served.api, server.id, ["a.example.com:443"]);
    expect(formatAllowedHostsChange(change)).toBe("The allowed hosts of Unchanged are unchanged.");
    expect((await readServer(served.api, server.id))?.etag).toBe(before?.etag);
  });

  test("keeps a host that somebody else allows at the same time", async () => {
    const server = await createServer("Shared");
    let isFirst = true;
    const api: typeof served.api = {
      ...served.api,
      call: async (name, input, options) => {
        if (name === "server.update" && isFirst) {
          isFirst = false;
          await served.api.call("server.update", { id: server.id, allowedHosts: ["other.example.com"] });
        }
        return served.api.call(name, input, options);
      },
    };
    await allowHosts(api, server.id, ["b.example.com"]);
    expect(await hostsOf(server)).toEqual(["other.example.com", "b.example.com"]);
  });

  test("fails with the reason if the server is gone", async () => {
    await expect(allowHosts(served.api, "srv_gone", ["a.example.com"])).rejects.toThrow("was archived or deleted");
  });

  test("fails where the service has no such list", async () => {
    const server = await createServer("Earlier");
    const call = async () => ({ items: [{ ...server, allowedHosts: undefined }], nextCursor: null });
    await expect(allowHosts({ ...served.api, call: call as never }, server.id, ["a.example.com"])).rejects.toThrow(
      "The service keeps no list of hosts that Earlier may connect to.",
    );
  });

  test("and removing them is said in one sentence", async () => {
    const server = await createServer("Said");
    await allowHosts(served.api, server.id, ["a.example.com", "b.example.com"]);
    const replace = async (...hosts: string[]) =>
      formatAllowedHostsChange(await changeAllowedHosts(served.api, server.id, () => hosts));
    expect(await replace("b.example.com", "c.example.com")).toBe(
      "Said may now connect to c.example.com, and no longer to a.example.com.",
    );
    expect(await replace()).toBe("Said may no longer connect to b.example.com and c.example.com.");
  });
});
