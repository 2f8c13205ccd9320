const full = "the disk is full. Free some space, then try again.";
const refused = "it may not be written. Change its permissions, or choose another folder.";
const damaged = "its database is damaged. The service ends; started again, it goes back to its last backup.";
const notAFolder = "it is not a folder. Choose another one.";

const systemReasons: Readonly<Record<string, string>> = {
  ENOSPC: full,
  EDQUOT: full,
  EACCES: refused,
  EPERM: refused,
  EROFS: refused,
  ENOTDIR: notAFolder,
};

/** SQLite's primary result codes: https://sqlite.org/rescode.html */
const sqliteReasons: Readonly<Record<number, string>> = {
  8: refused,
  10: "the disk cannot be read or written. Check it, then try again.",
  11: damaged,
  13: full,
  14: refused,
  26: damaged,
};

/** Why the data folder did not take something, for a message that names the folder; undefined for any other failure. */
export function describeStorageFailure(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  if (error.code === "EEXIST") return "syscall" in error && error.syscall === "mkdir" ? notAFolder : undefined;
  if (error.code !== "ERR_SQLITE_ERROR") return systemReasons[String(error.code)];
  return sqliteReasons[resultCode(error)];
}

/** Whether SQLite says that the file is not, or no longer, a database. */
export function isDatabaseDamage(error: unknown): boolean {
  return sqliteReasons[resultCode(error)] === damaged;
}

/** SQLite's; the higher bits of an extended code only say more of the same. */
function resultCode(error: unknown): number {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return 0;
  return error.errcode & 0xff;
}
