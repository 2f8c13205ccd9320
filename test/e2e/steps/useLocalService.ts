import type { OpenWindow } from "../window.ts";

/** Connects a new window to the local service; resolves when the first project is visible. */
export async function useLocalService(window: OpenWindow): Promise<void> {
  const [servers, projects] = [window.view("Servers"), window.view("Projects")];
  await servers.show();
  await servers.welcome("Use the Local Service");
  await projects.show();
  await projects.waitFor("Default");
  await projects.makeRoom("Projects");
}
