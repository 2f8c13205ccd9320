import { stringify } from "yaml";
import { serverPort } from "../kubernetes/kubernetesServer.ts";
import type { ExportedServer } from "./exportedServer.ts";
import { formatImageName, getServiceName, hasNode } from "./imageFiles.ts";
import type { ServerProgram } from "./serverProgram.ts";

/** Whatever the server answers to a request without a message, it answers. */
const healthCheck = `fetch("http://127.0.0.1:${serverPort}/mcp").then(({ status }) => process.exit(status < 500 ? 0 : 1), () => process.exit(1))`;

/** The text of a Compose file in which a server has no more rights than it needs. It is called at a port of this machine only. */
export function createComposeFile(server: ExportedServer, program: ServerProgram): string {
  const name = getServiceName(server);
  const { memoryMb, cpus } = server.limits;
  const service = {
    build: ".",
    image: `localhost/${formatImageName(server)}`,
    env_file: ".env",
    environment: {
      HOST: "0.0.0.0",
      PORT: String(serverPort),
      // Other services call it by its name, which the server would refuse.
      ALLOWED_HOSTS: `\${ALLOWED_HOSTS:-${name}}`,
    },
    ports: [`127.0.0.1:\${PORT:-${program.port}}:${serverPort}`],
    read_only: true,
    tmpfs: ["/tmp"],
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    pids_limit: 256,
    ...(memoryMb !== undefined && { mem_limit: `${memoryMb}m` }),
    ...(cpus !== undefined && { cpus }),
    init: true,
    restart: "unless-stopped",
    ...(hasNode(program) && {
      healthcheck: {
        test: ["CMD", "node", "-e", healthCheck],
        interval: "15s",
        timeout: "5s",
        start_period: "20s",
      },
    }),
  };
  return stringify({ services: { [name]: service } }, { lineWidth: 0 });
}
