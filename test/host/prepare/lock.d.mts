export function withLock<Result>(file: string, work: () => Promise<Result>): Promise<Result>;
