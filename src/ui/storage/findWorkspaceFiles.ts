import { CancellationTokenSource, type Uri, workspace } from "vscode";

const timeoutMs = 10_000;

/** Stops after a while with the files found so far, because a link in the workspace may lead to the whole disk. */
export async function findWorkspaceFiles(include: string, exclude: string, maxFiles: number): Promise<readonly Uri[]> {
  const cancellation = new CancellationTokenSource();
  const timer = setTimeout(() => cancellation.cancel(), timeoutMs);
  try {
    return (await workspace.findFiles(include, exclude, maxFiles, cancellation.token)) ?? [];
  } finally {
    clearTimeout(timer);
    cancellation.dispose();
  }
}
