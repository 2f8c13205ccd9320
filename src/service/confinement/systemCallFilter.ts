import { endianness } from "node:os";

/** Numbers of system calls: those of x86-64, and those that all newer architectures share. */
const systemCalls = {
  x64: {
    audit: 0xc000_003e,
    clone: 56,
    socket: 41,
    socketpair: 53,
    fork: [57, 58],
    otherProcesses: [101, 310, 311, 312],
    namespaces: [155, 161, 165, 166, 272, 308, 304],
    kernel: [103, 154, 172, 173, 175, 180, 246, 248, 249, 250, 298, 313, 321, 323],
  },
  arm64: {
    audit: 0xc000_00b7,
    clone: 220,
    socket: 198,
    socketpair: 199,
    fork: [],
    otherProcesses: [117, 270, 271, 272],
    namespaces: [39, 40, 41, 51, 97, 265, 268],
    kernel: [104, 105, 106, 116, 217, 218, 219, 241, 273, 280, 282],
  },
} as const;
/** The same on every architecture: pidfd_*, io_uring_*, open_tree to mount_setattr. */
const newerCalls = [424, 425, 426, 427, 428, 429, 430, 431, 432, 433, 434, 438, 440, 442] as const;
const clone3 = 435;
/** Calls that are newer than this filter (quotactl_fd and all after it). Programs fall back to older ones. */
const firstUnknownCall = 443;
/** The calls of the x32 interface on x86-64 have this bit. */
const x32Bit = 0x4000_0000;
const threadFlag = 0x0001_0000;
/** The flags of `clone` that make a namespace (clone(2)). */
const namespaceFlags = 0x7e02_0000;
/** Unix, IPv4, IPv6, and the family that lists network interfaces. Others are not separated by namespaces everywhere. */
const socketFamilies = [1, 2, 10, 16] as const;

const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const jumpIfAnySet = 0x45;
const returns = 0x06;

const allowed = 0x7fff_0000;
const killed = 0x8000_0000;
const refused = (errorNumber: number) => 0x0005_0000 | errorNumber;
const notPermitted = refused(1);
const noSuchCall = refused(38);
const noSuchFamily = refused(97);

/** Offsets in `struct seccomp_data`. */
const callNumber = 0;
const architectureOfCall = 4;
const firstArgument = 16;

interface FilterOptions {
  readonly architecture?: string;
  /** Whether the program may start others, under the same filter and in the same namespaces. */
  readonly startsProcesses?: boolean;
}

/**
 * A seccomp filter (seccomp(2)) in classic BPF. A program under it starts no other process, though threads, and uses no part of the
 * kernel that leads into another process, changes its own namespaces or is not needed by Node. undefined for an architecture that
 * is not known here.
 */
export function createSystemCallFilter({
  architecture = process.arch,
  startsProcesses = false,
}: FilterOptions = {}): Buffer | undefined {
  const calls = architecture === "x64" || architecture === "arm64" ? systemCalls[architecture] : undefined;
  if (!calls || endianness() !== "LE") return undefined;
  return Buffer.concat([
    instruction(load, architectureOfCall),
    ...unless(jumpIfEqual, calls.audit, [instruction(returns, killed)]),
    instruction(load, callNumber),
    ...when(jumpIfAnySet, x32Bit, [instruction(returns, notPermitted)]),
    ...when(jumpIfAtLeast, firstUnknownCall, [instruction(returns, noSuchCall)]),
    // Its flags are in memory, which a filter cannot read. The C library uses `clone` where it does not exist.
    ...when(jumpIfEqual, clone3, [instruction(returns, noSuchCall)]),
    ...when(jumpIfEqual, calls.clone, [
      instruction(load, firstArgument),
      ...(startsProcesses
        ? when(jumpIfAnySet, namespaceFlags, [instruction(returns, notPermitted)])
        : unless(jumpIfAnySet, threadFlag, [instruction(returns, notPermitted)])),
      instruction(returns, allowed),
    ]),
    ...[calls.socket, calls.socketpair].flatMap((call) =>
      when(jumpIfEqual, call, [
        instruction(load, firstArgument),
        ...socketFamilies.flatMap((family) => when(jumpIfEqual, family, [instruction(returns, allowed)])),
        instruction(returns, noSuchFamily),
      ]),
    ),
    ...[
      ...(startsProcesses ? [] : calls.fork),
      ...[...calls.otherProcesses, ...calls.namespaces, ...calls.kernel, ...newerCalls],
    ].flatMap((number) => when(jumpIfEqual, number, [instruction(returns, notPermitted)])),
    instruction(returns, allowed),
  ]);
}

/** Runs the body if the condition holds, else continues after it. */
const when = (condition: number, value: number, body: readonly Buffer[]) => [
  instruction(condition, value, 0, body.length),
  ...body,
];

const unless = (condition: number, value: number, body: readonly Buffer[]) => [
  instruction(condition, value, body.length, 0),
  ...body,
];

/** A `struct sock_filter`: an operation, how many instructions to skip if its condition holds and if not, and a constant. */
function instruction(operation: number, value: number, skipIfTrue = 0, skipIfFalse = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(operation, 0);
  bytes.writeUInt8(skipIfTrue, 2);
  bytes.writeUInt8(skipIfFalse, 3);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}
