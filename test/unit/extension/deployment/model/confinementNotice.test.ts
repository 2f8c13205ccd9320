import { expect, test } from "vitest";
import { formatConfinementNotice } from "../../../../../src/extension/deployment/model/confinementNotice.ts";

const confined = { confinement: { sandbox: "bubblewrap", reason: null, remedy: null } };
const reason = "bubblewrap is not installed";
const unconfined = { confinement: { sandbox: "none", reason, remedy: "Install bubblewrap." } };

test.each<[string, Parameters<typeof formatConfinementNotice>, RegExp]>([
  ["by what, and what code can still do", [confined], /confined by the operating system \(bubblewrap\).*its API/s],
  ["that scripts of a skill have no network", [confined, { isSkill: true }], /\(bubblewrap\).*connects to nothing\.$/s],
  [
    "why it does not, and whose code to run",
    [unconfined],
    /^The code is not confined on this machine \(bubblewrap is not installed\): run only code that you trust\.$/,
  ],
  ["nothing", [{}], /^How the service confines code is not known\.$/],
  ["nothing, because there is none", [undefined], /^How the service confines code is not known\.$/],
  ["the sandbox of the machine of code that runs there", [confined, { runsOn: "process" }], /bubblewrap/],
  [
    "where code runs in place of that",
    [confined, { runsOn: "container" }],
    /^It runs in a container, not as a process/,
  ],
  [
    "a cluster in place of that",
    [confined, { runsOn: "kubernetes" }],
    /^It runs in a Kubernetes cluster, not as a process/,
  ],
  [
    "a newer runner",
    [confined, { runsOn: "nomad" }],
    /^It runs on "nomad", which this version of Fairlead does not know\.$/,
  ],
])("a service that confines code says %s", (_, input, notice) => {
  expect(formatConfinementNotice(...input)).toMatch(notice);
});
