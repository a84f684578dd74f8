import { openChannel, type Channel, type Method } from "./channel.ts"
import { unpredictable } from "../random.ts"
import { tokenBytes, type Answer } from "./packet.ts"

type Listener = {
  onAnswer(answer: Answer): void
  /** The system refused to send; receives the error code. */
  onFault(code: string): void
}

/** The shared socket of a family and its waiting listeners. */
export type Line = {
  /** Whether a reply was ever received, which proves that replies reach this process. */
  hasHeard(): boolean
  /** Sends one echo and listens until the returned function is called. */
  transmit(address: string, listener: Listener): () => void
  /** Keeps the process alive until the returned function is called. */
  hold(): () => void
}

export type Lines = {
  /** Opened on first use, and again after an error; otherwise the errors of the system. */
  get(family: 4 | 6): Promise<Line | { refused: string[] }>
  close(): Promise<void>
}

export function createLines(methods: readonly Method[]): Lines {
  const lines = new Map<4 | 6, Promise<Open | { refused: string[] }>>()

  async function open(family: 4 | 6): Promise<Open | { refused: string[] }> {
    const ear = createEar()
    const opened = await openChannel({
      family,
      methods,
      onAnswer: ear.hear,
      onBroken(code) {
        lines.delete(family)
        opened.channel?.close()
        ear.fail(code)
      },
    })
    // Permissions may change later: the next ping tries again.
    if (opened.channel === null) lines.delete(family)
    return opened.channel === null ? opened : { ...lineOn(opened.channel, ear), ...opened }
  }

  return {
    get(family) {
      const line = lines.get(family) ?? open(family)
      lines.set(family, line)
      return line
    },
    async close() {
      const all = [...lines.values()]
      lines.clear()
      for (const line of await Promise.all(all)) if ("channel" in line) line.channel.close()
    },
  }
}

/** Shared by all pings of this process; the sockets do not keep it alive. */
export const sharedLines = createLines(["datagram", "raw"])

type Open = Line & { channel: Channel }
type Waiter = Listener & { token: Buffer }

/** Assigns replies to their senders by sequence number and a secret token. */
function createEar() {
  const waiters = new Map<number, Waiter>()
  const state = { hasHeard: false, last: 0 }
  return {
    waiters,
    hasHeard: () => state.hasHeard,
    hear(answer: Answer) {
      state.hasHeard = true
      const waiter = waiters.get(answer.sequence)
      if (waiter === undefined) return
      if (answer.token === null || waiter.token.equals(answer.token)) waiter.onAnswer(answer)
    },
    fail(code: string) {
      for (const waiter of waiters.values()) waiter.onFault(code)
    },
    /** Null if all 65,536 are in use. */
    freeSequence(): number | null {
      if (waiters.size > 0xffff) return null
      do state.last = (state.last + 1) & 0xffff
      while (waiters.has(state.last))
      return state.last
    },
  }
}

function lineOn(channel: Channel, ear: ReturnType<typeof createEar>): Line {
  return {
    hasHeard: ear.hasHeard,
    transmit(address, listener) {
      const sequence = ear.freeSequence()
      if (sequence === null) {
        queueMicrotask(() => listener.onFault("65,536 echoes are in flight"))
        return () => undefined
      }
      // Nobody can answer for a target.
      const waiter = { ...listener, token: unpredictable(tokenBytes) }
      ear.waiters.set(sequence, waiter)
      const isWaiting = () => ear.waiters.get(sequence) === waiter
      void channel.send({ sequence, token: waiter.token }, address).then((code) => {
        if (code !== null && isWaiting()) listener.onFault(code)
      })
      return () => {
        if (isWaiting()) ear.waiters.delete(sequence)
      }
    },
    hold() {
      channel.hold()
      return () => channel.release()
    },
  }
}
