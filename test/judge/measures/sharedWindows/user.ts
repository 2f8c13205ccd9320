import { readFileSync } from "node:fs";
import * as z from "zod";
import type { CleanEditor } from "../../../e2e/cleanEditor.ts";
import { type ObservedService, observeLocalService, serviceFilePath } from "../../../e2e/observed/localService.ts";
import { listChildProcesses } from "../../../e2e/observed/processes.ts";
import { waitUntil } from "../../../e2e/verbs/waitUntil.ts";
import type { OpenWindow } from "../../../e2e/window.ts";
import { processesNaming } from "../../../host/processes.ts";

/** A user with several windows on one local service. Problems are recorded and the run continues. */
export interface WindowsUser {
  readonly editor: CleanEditor;
  readonly windows: OpenWindow[];
  service: ObservedService;
  readonly flaws: string[];
}

/** The time for three attempts of a window. */
const timeLimitMs = 60_000;

/** Records which windows do not update by themselves. */
export async function expectInAll({ windows, flaws }: WindowsUser, what: string, row: string): Promise<void> {
  const isShown = async (window: OpenWindow) => {
    const projects = window.view("Projects");
    const look = async () => `${await projects.messageNow()}\n${await projects.text()}`;
    await waitUntil(row, look, (text) => text.startsWith("\n") && text.includes(`\n${row} `), timeLimitMs);
  };
  const outcomes = await Promise.allSettled(windows.map(isShown));
  outcomes.forEach((outcome, index) => {
    if (outcome.status === "rejected") flaws.push(`${what}: window ${index + 1}: ${String(outcome.reason)}`);
  });
}

export function serviceProcesses({ editor }: WindowsUser): number {
  return processesNaming(editor.userDataDir).filter(({ command }) => command.includes("service.mjs")).length;
}

/** A closed window can be restored for some seconds, so its extensions keep running. */
export async function untilWindows({ editor }: WindowsUser, wanted: number): Promise<void> {
  const servers = processesNaming(editor.userDataDir).filter(({ command }) => command.includes("server-main.js"));
  const count = async () => {
    const children = new Set(servers.flatMap(({ pid }) => listChildProcesses(pid)));
    return processesNaming("--type=extensionHost").filter(({ pid }) => children.has(pid)).length;
  };
  await waitUntil(`${wanted} windows alone`, count, (left) => left === wanted, timeLimitMs);
}

/** Sends SIGKILL and waits until all windows show the items of the next service. */
export async function killService(user: WindowsUser, made: string): Promise<void> {
  const { pid, client } = user.service;
  await client.close();
  process.kill(pid, "SIGKILL");
  user.service = await observeLocalService(user.editor.userDataDir, pid);
  await user.service.client.call("projects.create", { name: made });
  await expectInAll(user, `after kill -9`, made);
  const count = async () => serviceProcesses(user);
  await waitUntil("One service alone", count, (left) => left === 1, timeLimitMs).catch((error: unknown) =>
    user.flaws.push(String(error)),
  );
}

/** The version of the program that runs as the local service. */
export function serviceVersion({ editor }: WindowsUser): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(serviceFilePath(editor.userDataDir), "utf8")))
    .version;
}
