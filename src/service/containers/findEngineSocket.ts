import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where Docker and Podman usually listen. `DOCKER_HOST` goes before all others, as for their own programs. */
export function listEngineSockets(environment: Environment, home = homedir(), system = process.platform): string[] {
  if (system === "win32") return [readDockerHost(environment) ?? String.raw`\\.\pipe\docker_engine`];
  const host = readDockerHost(environment);
  if (host !== undefined) return [host];
  const { XDG_RUNTIME_DIR: runtimeFolder } = environment;
  return [
    "/var/run/docker.sock",
    join(home, ".docker/run/docker.sock"),
    ...(runtimeFolder ? [join(runtimeFolder, "docker.sock"), join(runtimeFolder, "podman/podman.sock")] : []),
    join(home, ".local/share/containers/podman/machine/podman.sock"),
    "/run/podman/podman.sock",
  ];
}

/** The first socket that exists; undefined if there is none. Nothing is sent to it. */
export function findEngineSocket(environment: Environment = process.env): string | undefined {
  return listEngineSockets(environment).find((path) => path.startsWith("\\\\") || existsSync(path));
}

/** The path in `unix:///path` or `npipe:////./pipe/name`. An engine of another machine does not get files and secrets unasked. */
function readDockerHost({ DOCKER_HOST: host = "" }: Environment): string | undefined {
  const [, unix, pipe] = /^(?:unix:\/\/(.+)|npipe:\/\/(.+))$/.exec(host) ?? [];
  return unix ?? pipe?.replaceAll("/", "\\");
}
