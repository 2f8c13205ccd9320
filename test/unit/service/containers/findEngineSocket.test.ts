import { expect, test } from "vitest";
import { listEngineSockets } from "../../../../src/service/containers/containerDriver.ts";

test("DOCKER_HOST goes before all other sockets", () => {
  expect(listEngineSockets({ DOCKER_HOST: "unix:///tmp/mine.sock", XDG_RUNTIME_DIR: "/run/user/1" })).toEqual([
    "/tmp/mine.sock",
  ]);
});

test("an engine of another machine is not used unasked", () => {
  expect(listEngineSockets({ DOCKER_HOST: "tcp://10.0.0.5:2375" }, "/home/me", "linux")).toContain(
    "/var/run/docker.sock",
  );
});

test("the sockets of Docker, Docker Desktop and Podman are known", () => {
  expect(listEngineSockets({ XDG_RUNTIME_DIR: "/run/user/1000" }, "/home/me", "linux")).toEqual([
    "/var/run/docker.sock",
    "/home/me/.docker/run/docker.sock",
    "/run/user/1000/docker.sock",
    "/run/user/1000/podman/podman.sock",
    "/home/me/.local/share/containers/podman/machine/podman.sock",
    "/run/podman/podman.sock",
  ]);
  expect(listEngineSockets({}, "C:\\Users\\me", "win32")).toEqual([String.raw`\\.\pipe\docker_engine`]);
});
