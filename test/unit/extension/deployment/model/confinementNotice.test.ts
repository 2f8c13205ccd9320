import { expect, test } from "vitest";
import { formatConfinementNotice } from "../../../../../src/extension/deployment/model/confinementNotice.ts";

test("a service that confines code says by what, and what the code can still do", () => {
  const notice = formatConfinementNotice({ confinement: { sandbox: "bubblewrap", reason: null, remedy: null } });
  expect(notice).toContain("confined by the operating system (bubblewrap)");
  expect(notice).toContain("hosts of an API");
});

test("a service that cannot confine code says why, and whose code to run", () => {
  const confinement = { sandbox: "none", reason: "bubblewrap is not installed", remedy: "Install bubblewrap." };
  expect(formatConfinementNotice({ confinement })).toBe(
    "The code is not confined on this machine (bubblewrap is not installed): run only code that you trust.",
  );
});

test("a service that does not say it is not reported to confine code", () => {
  expect(formatConfinementNotice({})).toBe("How the service confines code is not known.");
  expect(formatConfinementNotice(undefined)).toBe("How the service confines code is not known.");
});

test("the sandbox of the machine is not said of code that runs elsewhere", () => {
  const me = { confinement: { sandbox: "bubblewrap", reason: null, remedy: null } };
  expect(formatConfinementNotice(me, "process")).toContain("bubblewrap");
  expect(formatConfinementNotice(me, "container")).toMatch(/^It runs in a container, not as a process/);
  expect(formatConfinementNotice(me, "nomad")).toBe(
    'It runs on "nomad", which this version of Fairlead does not know.',
  );
  expect(formatConfinementNotice(me, "kubernetes")).toMatch(/^It runs in a Kubernetes cluster, not as a process/);
});
