import type { CancellationToken } from "vscode";

export function toAbortSignal(token: CancellationToken): AbortSignal {
  const stop = new AbortController();
  if (token.isCancellationRequested) stop.abort();
  else token.onCancellationRequested(() => stop.abort());
  return stop.signal;
}
