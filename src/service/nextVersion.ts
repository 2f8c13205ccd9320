const first = "0.1.0";

/** The version after `latest` that is not taken: its patch number grows; a pre-release becomes its release first. */
export function nextVersion(latest: string | undefined, taken: (version: string) => boolean): string {
  const match = /^(\d+)\.(\d+)\.(\d+)(-.*)?$/.exec(latest ?? "");
  if (!match) return taken(first) ? nextVersion(first, taken) : first;
  const [, major, minor, patch, prerelease] = match;
  for (let number = Number(patch) + (prerelease === undefined ? 1 : 0); ; number += 1) {
    const version = `${major}.${minor}.${number}`;
    if (!taken(version)) return version;
  }
}
