import type { PageView } from "../graphql/status-pages/status-page/view-page.ts"
import { writeCalendar } from "./on-call-calendar.ts"
import { namesOf, plainAffects } from "./status-page/incident-list.ts"
import { fill, localeOf } from "./status-page/locale.ts"
import { inert, inertLine } from "../platform/shown-text.ts"

/**
 * The maintenance windows of a page: those ahead, running and of the last ninety days.
 * @param id of one window, to add only that one.
 * @returns null if there is no such window.
 */
export function renderMaintenanceCalendar(
  view: PageView,
  address: string,
  id: string | null = null,
): string | null {
  const locale = localeOf(view.language)
  const names = namesOf(view)
  const { ongoing, ahead, past } = view.maintenances
  const all = [...past, ...ongoing, ...ahead]
  const windows = id === null ? all : all.filter((window) => window.id === id)
  if (id !== null && windows.length === 0) return null
  const changes = windows.map(({ updatedAt }) => updatedAt.getTime())
  return writeCalendar({
    name: fill(locale.words.maintenanceOf, { name: inertLine(view.name) }),
    // The same bytes until a window changes.
    stampedAt: new Date(Math.max(view.createdAt.getTime(), ...changes)),
    events: windows.map(({ id, title, description, startsAt, endsAt, componentIds }) => ({
      uid: `${id}@watchkeeper`,
      startsAt,
      endsAt,
      summary: inertLine(title),
      description: [description, plainAffects(componentIds, names, locale)]
        .filter((part) => part !== "")
        .map(inert)
        .join("\n"),
      url: `${address}#maintenance-${id}`,
    })),
  })
}
