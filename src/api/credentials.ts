import type { Actor } from "../graphql/access.ts"
import type { Holder } from "../graphql/standing.ts"
import { prove } from "../graphql/standing.ts"
import type { Services } from "../services.ts"

type Group = { holder: Holder; listeners: Set<() => void> }

export type Credentials = ReturnType<typeof watchCredentials>

/** How soon a session or key that ended is noticed without a nudge. */
const sweepMs = 3000

/** Tells whoever holds a connection open that the session or key it came with has ended. */
export function watchCredentials(services: Services) {
  const groups = new Map<string, Group>()
  let isSweeping = false
  let isAskedAgain = false

  async function sweep(): Promise<void> {
    if (isSweeping) {
      isAskedAgain = true
      return
    }
    isSweeping = true
    try {
      do {
        isAskedAgain = false
        await Promise.all(groups.entries().map(([id, group]) => look(id, group)))
      } while (isAskedAgain)
    } catch (err) {
      // Without a database nothing flows to anyone; the next sweep asks again.
      services.log.debug({ err }, "could not look at credentials")
    } finally {
      isSweeping = false
    }
  }

  async function look(id: string, group: Group): Promise<void> {
    const { isGood } = await prove(services, group.holder, null)
    if (isGood) return
    if (groups.get(id) === group) groups.delete(id)
    for (const tell of group.listeners) tell()
  }

  const timer = setInterval(() => void sweep(), sweepMs).unref()
  const stopListening = services.bus.subscribe("access.changed", () => void sweep())

  return {
    /** Calls `onEnded` once, unless the returned function was called before. */
    watch(actor: Actor, onEnded: () => void): () => void {
      if (actor.kind !== "user" && actor.kind !== "key") return () => undefined
      const id = actor.kind === "user" ? `session:${actor.sessionId}` : `key:${actor.keyId}`
      const group = groups.get(id) ?? { holder: actor, listeners: new Set() }
      groups.set(id, group)
      group.listeners.add(onEnded)
      return () => {
        group.listeners.delete(onEnded)
        if (group.listeners.size === 0 && groups.get(id) === group) groups.delete(id)
      }
    },
    stop(): void {
      clearInterval(timer)
      stopListening()
      groups.clear()
    },
  }
}
