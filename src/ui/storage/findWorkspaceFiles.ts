import { CancellationTokenSource, type Uri, workspace } from "vscode";

const mostMs = 10_000;

/** Files of the workspace, as many as are found in time: a link in it may lead to all of the disk. */
export async function findWorkspaceFiles(include: string, exclude: string, most: number): Promise<readonly Uri[]> {
  const stop = new CancellationTokenSource();
  const timer = setTimeout(() => stop.cancel(), mostMs);
  try {
    return (await workspace.findFiles(include, exclude, most, stop.token)) ?? [];
  } finally {
    clearTimeout(timer);
    stop.dispose();
  }
}
