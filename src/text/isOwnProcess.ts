/** Whether a process runs that belongs to this user. A file that names a process outlives it, and then its port may be another user's. */
export function isOwnProcess(pid: number): boolean {
  try {
    // Another user's process may not be signalled.
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
