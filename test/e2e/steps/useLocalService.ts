import type { OpenWindow } from "../window.ts";

/** Connects a new window to the local service; resolves when the first project is visible. */
export async function useLocalService(window: OpenWindow): Promise<void> {
  const projects = window.view("Projects");
  await projects.show();
  await projects.welcome("Use the Local Service");
  await projects.waitFor("Default");
}
