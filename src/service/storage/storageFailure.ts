const diskFull = "the disk is full. Free some space, then try again.";
const notWritable = "it is not writable. Change its permissions, or choose another folder.";
const damaged = "its database is damaged. The service stops. Start it again to restore the last backup.";
const notAFolder = "it is not a folder. Choose another one.";

const systemReasons: Readonly<Record<string, string>> = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
  ENOTDIR: notAFolder,
};

/** SQLite's primary result codes: https://sqlite.org/rescode.html */
const sqliteReasons: Readonly<Record<number, string>> = {
  8: notWritable,
  10: "the disk cannot be read or written. Check it, then try again.",
  11: damaged,
  13: diskFull,
  14: notWritable,
  26: damaged,
};

/** Why the data folder cannot be written, as the rest of a message that names the folder. `undefined` for other failures. */
export function describeStorageFailure(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  if (error.code === "EEXIST") return "syscall" in error && error.syscall === "mkdir" ? notAFolder : undefined;
  if (error.code !== "ERR_SQLITE_ERROR") return systemReasons[String(error.code)];
  return sqliteReasons[resultCode(error)];
}

/** Whether SQLite reports that the file is damaged or not a database. */
export function isDatabaseDamage(error: unknown): boolean {
  return sqliteReasons[resultCode(error)] === damaged;
}

/** SQLite's primary result code. The higher bits of an extended code only add detail. */
function resultCode(error: unknown): number {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return 0;
  return error.errcode & 0xff;
}
