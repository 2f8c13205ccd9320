/** What a server or script may take at most, in megabytes, and how far the attacks go at most. */
export const limits = { memoryMb: 2200, diskMb: 64, attackMemoryMb: 6144, attackDiskMb: 640 } as const;
