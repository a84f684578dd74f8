import { cut, inertLine } from "../platform/shown-text.ts"
import { spanFor } from "./message-time.ts"
import type { ShownPage } from "./shown-message.ts"
import { messageWords } from "./words/message-language.ts"

/** State of the alert for the start of a message; empty while it is open. */
export function openingOf(page: ShownPage): string {
  const { event, state, severity, by, isMonitorDeleted, language } = page
  const words = messageWords(language)
  if (state === "acknowledged") return words.acknowledged
  if (page.askedBy && event === "alert.created") return words.asksForHelp(page.askedBy)
  if (state === "triggered") {
    if (event !== "alert.reopened") {
      const { times = 1, flap } = page
      const again = times > 1 ? words.pageAgain(times) : flap === null ? "" : words.flapping
      return [massOf(page), again].filter((one) => one !== "").join(". ")
    }
    return severity === "high" ? words.downAgain : words.failingAgain
  }
  if (by !== null) return words.resolved
  if (isMonitorDeleted) return words.monitorDeleted
  return event === "alert.flap_ended" ? words.allClear : words.recovered
}

/** Says that most monitors failed at once; empty once the alert is acknowledged, or flaps. */
export function massOf({ mass = null, state, flap, event, language }: ShownPage): string {
  if (mass === null || state !== "triggered" || flap !== null || event === "alert.reopened")
    return ""
  return messageWords(language).massFailure(mass.failed, mass.checked, mass.minutes)
}

/** What happens next, or a summary of the flap; null if there is nothing to add. */
export function outlookOf(page: ShownPage): string | null {
  const { event, state, by, flap, isMonitorDeleted, language } = page
  const words = messageWords(language)
  if (state === "triggered" && event === "alert.reopened") return words.failedAgain
  if (state === "triggered" && flap !== null) {
    const minutes = Math.max(1, Math.round((Date.now() - flap.beganAt.getTime()) / 60_000))
    const { downShare = null, isUp = false } = flap
    const percent =
      downShare === null ? null : Math.min(100, Math.max(1, Math.round(downShare * 100)))
    const span = words.flappingFor(minutes, flap.outages, percent)
    return isUp ? `${span} ${words.upNow}` : span
  }
  if (state !== "resolved" || by !== null) return null
  if (flap === null) return isMonitorDeleted ? null : words.stillWatched
  const { from, until } = spanFor(page, flap.beganAt, flap.until)
  const span = words.outages(flap.outages, from, until)
  return event === "alert.flap_ended" ? `${words.stable} ${span}` : span
}

/** The alerts that the page stands for, newest first, for channels without lists. */
export const othersOf = ({ others }: ShownPage): string =>
  others.listed
    .toReversed()
    .map(({ number, title }) => `#${number} ${title}`)
    .join(", ")

const mostOfReason = 90

/** ": Got 500, expected 200–299", where a message has one line: why the alert is open; empty once it is over. */
export function reasonOf({ state, description, flap, event }: ShownPage): string {
  if (state !== "triggered" || flap !== null || event === "alert.reopened") return ""
  const reason = inertLine(description).replace(/\.$/, "")
  return reason === "" ? "" : `: ${cut(reason, mostOfReason)}`
}

/** The alert's title; for a group, that of its newest alert and the names of the others. */
export function headlineOf({ title, leadNumber, others, language }: ShownPage): string {
  if (leadNumber === undefined) return title
  const words = messageWords(language)
  const names = others.listed.toReversed().map(({ number, name }) => `#${number} ${name}`)
  const more = others.rest > 0 ? [words.andMore(others.rest)] : []
  const count = others.listed.length + others.rest
  return `${title} ${words.withOthers(count, [...names, ...more].join(", "))}`
}
