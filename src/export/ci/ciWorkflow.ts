/** What a workflow of a build server checks and deploys. Paths are those of the repository. */
export interface CiWorkflow {
  readonly server: string;
  readonly source:
    | { readonly kind: "document"; readonly path: string; readonly overlay: string | undefined }
    | { readonly kind: "folder"; readonly path: string };
  /** The service to deploy at; undefined: a variable of the build server names it. */
  readonly serviceUrl: string | undefined;
  /** The variables that the server needs. The build server has the values of secrets, which are absent here. */
  readonly variables: readonly { readonly name: string; readonly value?: string | undefined }[];
  /** The branch that is deployed. */
  readonly branch: string;
  /** Where the command line is installed from. */
  readonly commandLinePackage: string;
}

export interface CiFile {
  readonly path: string;
  readonly text: string;
}

export const nodeVersion = 24;
/** What the checks say, as a comment and as results that the build server reads. */
export const reports = { summary: "fairlead.md", junit: "fairlead.xml" } as const;

/** A word of a command in a POSIX shell. */
const quote = (word: string) => (/^[\w./@:=+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

const join = (...words: readonly (string | false)[]) => words.filter((word) => word !== false).join(" ");

/** The commands of a workflow. `base` is the revision that a change is compared with, as the shell writes it. */
export function createCiCommands({ server, source, variables }: CiWorkflow, base: string) {
  const path = quote(source.path);
  const overlay = source.kind === "document" ? source.overlay : undefined;
  const name = quote(server);
  const report = `--summary ${reports.summary}`;
  const overlayOption = overlay !== undefined && `--overlay ${quote(overlay)}`;
  const at = (word: string) => `"git:${base}:"${quote(word)}`;
  const overlays = overlay !== undefined && `--overlay ${at(overlay)} ${overlayOption}`;
  return {
    /** Code has no document to compare. */
    gate: source.kind === "document" ? join("fairlead gate", at(source.path), path, overlays, report) : undefined,
    test: join(
      ...["fairlead test", path, overlayOption, ...variables.map((one) => `--variable ${quote(one.name)}`)],
      ...[report, `--junit ${reports.junit}`],
    ),
    deploy: join("fairlead deploy", name, `--${source.kind} ${path}`, overlayOption, "--preview"),
    rehearse: join("fairlead rehearse", name, "--allow-empty"),
    promote: join("fairlead promote", name),
    comment: `fairlead comment ${reports.summary}`,
  };
}

export const installCommand = 'npm install --global "$FAIRLEAD_PACKAGE"';
