import { wallOf, zonedFormat } from "../ui/zone.ts"

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const nightFrom = 22
const nightUntil = 7

const dayName = zonedFormat({ weekday: "long", day: "numeric", month: "long" })

type Group<Page> = { key: string; label: string; isNight: boolean; pages: Page[] }

/** Pages by night, from 22 to 7 o'clock in the viewer's zone, and by day; in the given order. */
export function nightsOf<Page extends { createdAt: string }>(
  pages: readonly Page[],
): Group<Page>[] {
  const groups = new Map<string, Group<Page>>()
  for (const page of pages) {
    const ms = Date.parse(page.createdAt)
    const wall = wallOf(ms)
    const hour = Math.floor((wall % dayMs) / hourMs)
    const isNight = hour >= nightFrom || hour < nightUntil
    // A night belongs to the day on which it begins.
    const beganMs = hour < nightUntil ? ms - nightUntil * hourMs : ms
    const day = Math.floor(wallOf(beganMs) / dayMs)
    const key = `${day} ${isNight}`
    const label = `${isNight ? "Night of " : ""}${dayName.format(beganMs)}`
    const group = groups.get(key) ?? { key, label, isNight, pages: [] }
    group.pages.push(page)
    groups.set(key, group)
  }
  return [...groups.values()]
}
