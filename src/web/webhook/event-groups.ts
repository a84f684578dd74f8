import descriptions from "../../../schema/event-kinds.json"

/** Sent only on request, to every endpoint. */
const testEvent = "webhook_endpoint.test"

const groupNames: Record<string, string> = {
  monitor: "Monitors",
  incident: "Incidents",
  alert: "Alerts",
  maintenance: "Maintenance",
  on_call: "On call",
  audit_entry: "Audit log",
  webhook_endpoint: "Webhooks",
}

export type EventGroup = {
  noun: string
  name: string
  events: { event: string; description: string }[]
}

/** All events to choose from by noun, with what each means. */
export const eventGroups: readonly EventGroup[] = Object.values(
  Object.groupBy(
    Object.entries(descriptions).filter(([event]) => event !== testEvent),
    ([event]) => event.split(".")[0] ?? "",
  ),
).map((entries = []) => {
  const noun = entries[0]?.[0].split(".")[0] ?? ""
  return {
    noun,
    name: groupNames[noun] ?? noun,
    events: entries.map(([event, description]) => ({ event, description })),
  }
})

const allEvents = eventGroups.flatMap(({ events }) => events.map(({ event }) => event))

/** Events to filter a log by. */
export const loggedEvents = [...allEvents, testEvent]
