/** C library calls that Node does not offer; Linux only. */
export type System = {
  /** A non-blocking ICMP socket, or the error name if the system forbids it. */
  openIcmp(family: 4 | 6, type: "datagram" | "raw"): number | { refused: string }
  openUdp(family: 4 | 6): number | { refused: string }
  /** Replaces one socket by another (dup2). */
  replace(place: number, by: number): void
  close(fd: number): void
  /** Filters everything but echo replies and errors in the kernel. */
  filter(fd: number, family: 4 | 6): void
  /** Enables the error queue for errors that routers report. */
  reportErrors(fd: number, family: 4 | 6): void
  /** The next undeliverable packet of ours; null if the error queue is empty. */
  takeError(fd: number): Buffer | null
}

const families = { 4: 2, 6: 10 } as const
const protocols = { 4: 1, 6: 58 } as const
const socketTypes = { datagram: 2, raw: 3 } as const
const nonBlocking = 0o4000
const closeOnExec = 0o2000000
const errorQueue = 0x2000
const dontWait = 0x40

const held: { system?: Promise<System | null> } = {}

/** Null without this library: on other systems than Linux, or if koffi has no binary. */
export const loadSystem = (): Promise<System | null> => (held.system ??= load())

async function load(): Promise<System | null> {
  if (process.platform !== "linux") return null
  try {
    const { default: koffi } = await import("koffi")
    // null loads Node itself, which is linked against the system's C library.
    const libc = koffi.load(null)
    const socket = libc.func("int socket(int domain, int type, int protocol)")
    const dup2 = libc.func("int dup2(int from, int to)")
    const close = libc.func("int close(int fd)")
    const setsockopt = libc.func(
      "int setsockopt(int fd, int level, int name, const void *value, uint32_t length)",
    )
    const recv = libc.func("intptr_t recv(int fd, void *buffer, size_t length, int flags)")
    const nameOf = (code: number) =>
      Object.entries(koffi.os.errno).find(([, value]) => value === code)?.[0] ?? `errno ${code}`
    const open = (domain: number, type: number, protocol: number) => {
      const fd: unknown = socket(domain, type | nonBlocking | closeOnExec, protocol)
      return typeof fd === "number" && fd >= 0 ? fd : { refused: nameOf(koffi.errno()) }
    }
    return {
      openIcmp: (family, type) => open(families[family], socketTypes[type], protocols[family]),
      openUdp: (family) => open(families[family], socketTypes.datagram, 0),
      replace(place, by) {
        if (dup2(by, place) === -1) throw new Error(`dup2 failed with ${nameOf(koffi.errno())}`)
      },
      close(fd) {
        close(fd)
      },
      filter(fd, family) {
        const [level, mask] = family === 4 ? [255, mask4()] : [58, mask6()]
        setsockopt(fd, level, 1, mask, mask.length)
      },
      reportErrors(fd, family) {
        const on = Buffer.alloc(4)
        on.writeInt32LE(1)
        if (family === 4) setsockopt(fd, 0, 11, on, on.length)
        else setsockopt(fd, 41, 25, on, on.length)
      },
      takeError(fd) {
        const buffer = Buffer.alloc(512)
        const length = Number(recv(fd, buffer, buffer.length, errorQueue | dontWait))
        return length >= 0 ? buffer.subarray(0, length) : null
      },
    }
  } catch {
    // Without a binary, the system's ping program is used.
    return null
  }
}

/** ICMP_FILTER: set bits are dropped. Allows echo reply, unreachable, time exceeded. */
function mask4(): Buffer {
  const mask = Buffer.alloc(4)
  mask.writeUInt32LE(~((1 << 0) | (1 << 3) | (1 << 11)) >>> 0)
  return mask
}

/** ICMPV6_FILTER: eight words of 32 types, set bits are dropped. Allows 1, 3 and 129. */
function mask6(): Buffer {
  const mask = Buffer.alloc(32, 0xff)
  mask.writeUInt32LE(~((1 << 1) | (1 << 3)) >>> 0, 0)
  mask.writeUInt32LE(~(1 << 1) >>> 0, 16)
  return mask
}
