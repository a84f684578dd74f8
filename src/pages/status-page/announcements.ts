import type { PublicAnnouncement } from "../../graphql/status-pages/status-page/view-announcements.ts"
import type { PublicMaintenance } from "../../graphql/status-pages/status-page/view-maintenances.ts"
import { html, type Html } from "../../platform/html.ts"

/** Current announcements, shown first. */
export const announcements = (all: readonly PublicAnnouncement[]): Html =>
  html`${all.map(
    ({ id, body }) =>
      html`<div class="card notice" id="announcement-${id}">
        <p class="said" dir="auto">${body}</p>
      </div>`,
  )}`

/** Of recurring windows only the next one. */
export function nextWindows(ahead: readonly PublicMaintenance[]): PublicMaintenance[] {
  const seen = new Set<string>()
  return ahead.filter(({ seriesId }) => {
    if (seriesId === null) return true
    const isFirst = !seen.has(seriesId)
    seen.add(seriesId)
    return isFirst
  })
}
