import type { Measure } from "../figure.ts";
import { allCanaryWays, findCallCanaries } from "./canaries/callCanaries.ts";
import { findCommandCanaries } from "./canaries/commandCanaries.ts";
import { findServiceCanaries } from "./canaries/serviceCanaries.ts";

/** Sends a key through every path to a service that repeats it wherever possible. */
export const canaries: Measure = {
  id: "S3",
  goal: "canary keys through every operation, error, crash and bundle: 0 in logs, state, URLs, documents, database",
  needs: "node",
  measure: async () => {
    const calls = await findCallCanaries(allCanaryWays);
    const fixture = await findCommandCanaries(allCanaryWays.filter((way) => way !== "a 401"));
    const service = await findServiceCanaries();
    const findings = [...calls.leaks, ...fixture.leaks, ...service.leaks];
    const masked = fixture.masked > 0 ? [] : ["Nothing was echoed to the user's world: the echo service did not work."];
    const figure = `${calls.calls} calls in ${allCanaryWays.length} ways of echoing, ${fixture.texts} surfaces of the editor side (${fixture.masked} with an echo taken out), ${service.files} files and ${service.processes} processes of a killed service: ${findings.length} leaks`;
    return { figure, met: findings.length + masked.length === 0, findings: [...findings, ...masked] };
  },
};
