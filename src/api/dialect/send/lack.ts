/** Statuses of an operation that is not there. */
export function isLack(status: number): boolean {
  return status === 404 || status === 405 || status === 501;
}
