/**
 * Lets at most `slots` pieces of work run at once. Holders take turns, so that none waits for all the work of another.
 */
export function createTurns(slots: number) {
  const waiting = new Map<string, (() => void)[]>()
  let running = 0

  function next(): (() => void) | null {
    const [first] = waiting
    if (first === undefined) return null
    const [holder, [start, ...rest]] = first
    waiting.delete(holder)
    if (rest.length > 0) waiting.set(holder, rest)
    return start ?? null
  }

  async function wait(holder: string): Promise<void> {
    const turn = Promise.withResolvers<void>()
    waiting.set(holder, [...(waiting.get(holder) ?? []), turn.resolve])
    await turn.promise
  }

  return async <T>(holder: string, work: () => Promise<T>): Promise<T> => {
    if (running < slots) running += 1
    else await wait(holder)
    try {
      return await work()
    } finally {
      const start = next()
      if (start === null) running -= 1
      else start()
    }
  }
}
