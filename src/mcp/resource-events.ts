import type { ServerEvent, ServerEventBus } from "@modelcontextprotocol/server"
import type { Services } from "../platform/services.ts"
import { resourceUri } from "./resources.ts"

type Listener = {
  /** Called when a stream opens; what it returns is called when the stream ends. */
  watch(): () => void
  /** Whether the caller may hear of it; null if it may hear of everything in the project. */
  sees: ((kind: "incident" | "monitor", id: string) => Promise<boolean>) | null
  fail(error: unknown): void
}

/**
 * Changes of a project's resources, from the messages between processes, so that whichever process serves a
 * `subscriptions/listen` stream hears of them.
 *
 */
export function createResourceEvents(
  bus: Services["bus"],
  projectId: string,
  { watch, sees, fail }: Listener,
): ServerEventBus {
  return {
    // Changes come from the domain alone.
    publish: () => undefined,
    subscribe(listener) {
      const tell = (kind: "incident" | "monitor", id: string): void => {
        listener({ kind: "resource_updated", uri: resourceUri(projectId, kind, id) })
        listener({ kind: "resources_list_changed" } satisfies ServerEvent)
      }
      const changed = (kind: "incident" | "monitor", id: string): void => {
        if (sees === null) return tell(kind, id)
        sees(kind, id).then((isSeen) => {
          if (isSeen) tell(kind, id)
        }, fail)
      }
      const ends = [
        watch(),
        bus.subscribe("incident.changed", (one) => {
          if (one.projectId === projectId) changed("incident", one.incidentId)
        }),
        bus.subscribe("monitor.changed", (one) => {
          if (one.projectId === projectId) changed("monitor", one.monitorId)
        }),
        bus.subscribe("monitor.status_changed", (one) => {
          if (one.projectId === projectId) changed("monitor", one.monitorId)
        }),
      ]
      return () => {
        for (const end of ends) end()
      }
    },
  }
}
