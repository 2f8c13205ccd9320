import { type Disposable, ThemeColor, Uri, window } from "vscode";

const scheme = "fairlead-muted";

/** The resource of a row that is shown greyed. It is no document. */
export function createMutedUri(rowId: string): Uri {
  return Uri.from({ scheme, path: `/${rowId}` });
}

/** Greys the labels of rows of archived items. */
export function registerMutedRows(): Disposable {
  return window.registerFileDecorationProvider({
    provideFileDecoration: (uri) =>
      uri.scheme === scheme ? { color: new ThemeColor("descriptionForeground") } : undefined,
  });
}
