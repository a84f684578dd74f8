import type { PageView } from "../graphql/status-page/view.ts"
import { writeCalendar } from "./calendar.ts"
import { namesOf, plainAffects } from "./status-page/incidents.ts"
import { fill, speechOf } from "./status-page/speech.ts"
import { inert, inertLine } from "./xml.ts"

/** The maintenance windows of a page: those ahead, running and of the last ninety days. */
export function renderMaintenanceCalendar(view: PageView, address: string): string {
  const speech = speechOf(view.language)
  const names = namesOf(view)
  const { ongoing, ahead, past } = view.maintenances
  const windows = [...past, ...ongoing, ...ahead]
  const changes = windows.map(({ updatedAt }) => updatedAt.getTime())
  return writeCalendar({
    name: fill(speech.words.maintenanceOf, { name: inertLine(view.name) }),
    // The same bytes until a window changes.
    stampedAt: new Date(Math.max(view.createdAt.getTime(), ...changes)),
    events: windows.map(({ id, title, description, startsAt, endsAt, componentIds }) => ({
      uid: `${id}@watchkeeper`,
      startsAt,
      endsAt,
      summary: inertLine(title),
      description: [description, plainAffects(componentIds, names, speech)]
        .filter((part) => part !== "")
        .map(inert)
        .join("\n"),
      url: `${address}#maintenance-${id}`,
    })),
  })
}
