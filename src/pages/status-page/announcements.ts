import type { PublicAnnouncement } from "../../graphql/status-page/view-announcements.ts"
import type { PublicMaintenance } from "../../graphql/status-page/view-maintenances.ts"
import type { Html } from "../html.ts"
import { html } from "../html.ts"

/** What the page says before all else, whatever its components do. */
export const announcements = (all: readonly PublicAnnouncement[]): Html =>
  html`${all.map(
    ({ id, body }) =>
      html`<div class="card notice" id="announcement-${id}">
        <p class="said" dir="auto">${body}</p>
      </div>`,
  )}`

/** Of windows that come again only the next: a page tells what is near. */
export function nextWindows(ahead: readonly PublicMaintenance[]): PublicMaintenance[] {
  const seen = new Set<string>()
  return ahead.filter(({ seriesId }) => {
    if (seriesId === null) return true
    const isFirst = !seen.has(seriesId)
    seen.add(seriesId)
    return isFirst
  })
}
