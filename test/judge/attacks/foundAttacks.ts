import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../host/prepare/paths.mjs";
import { runVitest } from "../../host/vitestRun.ts";
import type { Measure } from "../figure.ts";

/** The attacks that opponents found, by what they were on, as the unit tests that try them again. */
const attacks: Readonly<Record<string, readonly string[]>> = {
  "the kernel's settings and the system's keys, from an agent's sandbox": ["service/confinement/agentSandbox"],
  "the user's data beside a portable VS Code, from a sandbox": ["service/confinement/nodeFiles"],
  "programs that outlive their end": [
    "service/deployments/process/processWatch",
    "service/testing/skill/agent/runAgentProgram",
  ],
  "the service's thread, from a server or an agent": [
    ...[
      "service/deployments/runners/serverTunnel",
      "service/deployments/runners/processDriver",
      "service/stdio/serveStdio",
    ],
    ...["service/testing/skill/agent/agentGateway", "service/testing/server/runSmokeCase", "text/hostilePatterns"],
    ...["service/testing/server/schemaChecks", "service/deployments/process/logLineReader"],
  ],
  "Git and other tools, by files from elsewhere": ["text/filePaths.repositories", "text/folderRules"],
  "folders of the user, by saving": ["extension/vscode/storage/fillFolder"],
  "generation, by a document": ["generator/schema/nestedSchemas", "generator/overlay/applyOverlay", "generator/files"],
  "versions that are compared, by their tools": [
    "surface/compareSurfaces",
    "surface/generatedSurface",
    "surface/findSchemaGaps",
  ],
  "the editor, by a service that lies": [
    "dialect/read/findFields",
    "dialect/openApi/wholeDocument",
    "dialect/hostileService",
  ],
  "variables of the user, by the address of a server": ["extension/server/model/readServerUrl"],
  "the user's shell, by a copied command": ["extension/tools/model/formatToolCall"],
  "addresses inside, by sources of skills": ["extension/skill/model/source/sourceUpdates"],
  "this machine, by its own addresses": ["service/generation/fetchDocument"],
  "the secret of the local service, by another program at its port": [
    "extension/vscode/connection/localServiceOfThisMachine",
  ],
  "agents' logins, by redirects and by crowds": ["service/grants/agentRequests", "service/grants/grantRequests"],
  "sign-ins, by crowds and by a hostile provider": [
    "service/signIn/hostileProvider",
    "service/oauth/pendingAuthorizations",
    "service/http/rateLimiter",
  ],
  "accounts, by a link of a member": ["service/team/publicConnect"],
  "another host, in a request's own line": ["service/http"],
  "the database, by a backup and by a clock": ["service/storage/backup", "service/archive"],
  "memory, by bodies that are held": ["service/http/requestBody"],
  "anybody's thread, by files and texts of others": ["hostileSizes", "text/position/yamlDocument"],
  "lines of others in events and logs": ["extension/deployment/model/deploymentLog"],
  "a cluster, by a description in an exported file": ["export/createExportFiles"],
  "credentials, by echoes and by another address": [
    "runtime/upstream/upstreamCredentials",
    "extension/server/model/serverVariables",
  ],
};

export const foundAttacks: Measure = {
  id: "S17",
  goal: "each attack that opponents found once: it fails now",
  needs: "node",
  isLong: true,
  measure: async () => {
    const files = Object.values(attacks)
      .flat()
      .map((name) => `test/unit/${name}.test.ts`);
    const findings = files.filter((file) => !existsSync(join(root, file))).map((file) => `${file} is gone.`);
    const { passed, failed } = await runVitest(files, { isLong: true });
    const figure = `${Object.keys(attacks).length} kinds of attacks in ${files.length} files: ${passed} tests passed, ${failed} failed`;
    return { figure, met: failed === 0 && passed > 0 && findings.length === 0, findings };
  },
};
