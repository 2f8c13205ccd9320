import { describe, expect, test } from "vitest";
import { selectProxy } from "../../../../src/client/network/proxy.ts";

const target = new URL("https://service.example:8443/api");
const proxied = (settings: Parameters<typeof selectProxy>[1], environment = {}, url = target) =>
  selectProxy(url, settings, environment)?.href;

describe("the proxy", () => {
  test("of the settings takes precedence over the environment", () => {
    const environment = { HTTPS_PROXY: "http://env:1" };
    expect(proxied({ proxy: "http://set:2" }, environment)).toBe("http://set:2/");
    expect(proxied({}, environment)).toBe("http://env:1/");
    expect(proxied({ proxy: " " }, environment)).toBe("http://env:1/");
  });

  test("of the environment is selected by scheme, in upper or lower case", () => {
    const environment = { http_proxy: "http://plain:1", HTTPS_PROXY: "http://secure:2" };
    expect(proxied({}, environment)).toBe("http://secure:2/");
    expect(proxied({}, environment, new URL("http://service.example"))).toBe("http://plain:1/");
    expect(proxied({}, { HTTP_PROXY: "only:3" })).toBe("http://only:3/");
  });

  test("with an invalid URL is rejected, also a very long one", () => {
    for (const proxy of ["http://a b", `http0.${"10.".repeat(5460)}1I`])
      expect(() => proxied({ proxy })).toThrow(/not usable/);
  });

  test("is not used if proxy support is off", () => {
    expect(proxied({ proxy: "http://set:2", proxySupport: "off" }, { HTTPS_PROXY: "http://env:1" })).toBeUndefined();
  });

  test("is not used for loopback hosts", () => {
    for (const host of ["localhost", "a.localhost", "127.0.0.1", "127.9.9.9", "[::1]"]) {
      expect(proxied({ proxy: "http://set:2" }, {}, new URL(`http://${host}:99`))).toBeUndefined();
    }
  });

  test.each([
    ["service.example", true],
    ["SERVICE.example.", true],
    ["example", true],
    [".example", true],
    ["*.example", true],
    ["*", true],
    ["service.example:8443", true],
    ["service.example:443", false],
    ["*.service.example", false],
    ["vice.example", false],
    ["other.example", false],
    ["", false],
  ])("is not used for %s: %s", (pattern, isLeftOut) => {
    expect(proxied({ proxy: "http://set:2", noProxy: [pattern] }) === undefined).toBe(isLeftOut);
    expect(proxied({ proxy: "http://set:2" }, { NO_PROXY: `a.test, ${pattern}` }) === undefined).toBe(isLeftOut);
  });

  test("is not used for addresses of an excluded network", () => {
    const settings = { proxy: "http://set:2", noProxy: ["10.0.0.0/8", "fd00::/8", "192.168.1.1", "10.0.0.0/99"] };
    expect(proxied(settings, {}, new URL("http://10.1.2.3"))).toBeUndefined();
    expect(proxied(settings, {}, new URL("http://[fd00::7]"))).toBeUndefined();
    expect(proxied(settings, {}, new URL("http://192.168.1.1"))).toBeUndefined();
    expect(proxied(settings, {}, new URL("http://11.1.2.3"))).toBe("http://set:2/");
  });

  test("with an unsupported URL is rejected without repeating its password", () => {
    for (const proxy of ["ftp://user:secret@a", "http://"]) {
      expect(() => proxied({ proxy })).toThrow(/^The proxy of http\.proxy or HTTP_PROXY is not usable/);
    }
  });
});
