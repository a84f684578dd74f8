import type { Finding } from "../../findings/finding.ts"

/**
 * Large bodies are read a few at a time: each takes several times its size while it is decoded and evaluated. The
 * others wait; their servers are not read from meanwhile.
 */
const mostLarge = 4

/** The claim of one check to read large bodies, until disposed. */
export type LargeBody = Disposable & {
  /** Resolves to true once the check may read on, or to false when the signal aborts first. */
  enter(signal: AbortSignal): Promise<boolean>
}

/** The fault of this prober, of a check that waited until its timeout. */
export const notItsTurn: Finding[] = [{ code: "large_response_waited", parameters: {} }]

const ignore = (): void => undefined

export function createLargeBodies(most = mostLarge) {
  let reading = 0
  const waiting = new Set<() => void>()

  function claim(): LargeBody {
    let isIn = false
    let cancel = ignore
    return {
      enter: (signal) =>
        new Promise((resolve) => {
          const settle = (may: boolean) => {
            waiting.delete(start)
            signal.removeEventListener("abort", cancel)
            resolve(may)
          }
          const start = () => {
            if (!isIn) reading += 1
            isIn = true
            settle(true)
          }
          cancel = () => settle(false)
          if (signal.aborted) return cancel()
          if (isIn || reading < most) return start()
          waiting.add(start)
          signal.addEventListener("abort", cancel, { once: true })
        }),
      [Symbol.dispose]() {
        cancel()
        if (!isIn) return
        isIn = false
        reading -= 1
        const [next] = waiting
        next?.()
      },
    }
  }

  return { claim }
}

/** One per process, because memory is. */
export const largeBodies = createLargeBodies()
