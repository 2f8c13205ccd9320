import type { OpenWindow } from "../window.ts";

/** From a window that knows no service to one that uses its own; ends when the first project is seen. */
export async function useTheLocalService(window: OpenWindow): Promise<void> {
  const projects = window.view("Projects");
  await projects.show();
  await projects.welcome("Use the Local Service");
  await projects.waitFor("Default");
}
