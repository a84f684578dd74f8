import type { Actor } from "../graphql/kernel/access.ts"
import { reauthorize, type CredentialActor } from "../graphql/live/reauthorize.ts"
import type { Services } from "../platform/services.ts"

type Group = { actor: CredentialActor; listeners: Set<() => void> }

export type Credentials = ReturnType<typeof watchCredentials>

/** How often credentials are checked when the bus sends nothing. */
const sweepMs = 3000

/** Notifies open connections when their session or key ends. */
export function watchCredentials(services: Services) {
  const groups = new Map<string, Group>()
  let isSweeping = false
  let isSweepDue = false

  async function sweep(): Promise<void> {
    if (isSweeping) {
      isSweepDue = true
      return
    }
    isSweeping = true
    try {
      do {
        isSweepDue = false
        await Promise.all(groups.entries().map(([id, group]) => check(id, group)))
      } while (isSweepDue)
    } catch (err) {
      // Without a database no stream gets results either; the next sweep tries again.
      services.log.debug({ err }, "could not check credentials")
    } finally {
      isSweeping = false
    }
  }

  async function check(id: string, group: Group): Promise<void> {
    const { isValid } = await reauthorize(services, group.actor, null)
    if (isValid) return
    if (groups.get(id) === group) groups.delete(id)
    for (const onEnded of group.listeners) onEnded()
  }

  const timer = setInterval(() => void sweep(), sweepMs).unref()
  const stopListening = services.bus.subscribe("access.changed", () => void sweep())

  return {
    /** Calls `onEnded` once; the returned function cancels it. */
    watch(actor: Actor, onEnded: () => void): () => void {
      if (actor.kind !== "user" && actor.kind !== "key") return () => undefined
      const id = actor.kind === "user" ? `session:${actor.sessionId}` : `key:${actor.keyId}`
      const group = groups.get(id) ?? { actor, listeners: new Set() }
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
