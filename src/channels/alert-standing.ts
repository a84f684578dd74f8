import type { PageMessage } from "./message.ts"

/** State of the alert for the start of a message; empty while it is open. */
export function openingOf({ event, state, severity, by, isMonitorDeleted }: PageMessage): string {
  if (state === "acknowledged") return "Acknowledged"
  if (state === "triggered") {
    if (event !== "alert.reopened") return ""
    return severity === "high" ? "Down again" : "Failing again"
  }
  if (by !== null) return "Resolved"
  if (isMonitorDeleted) return "Monitor deleted"
  return event === "alert.flap_ended" ? "All clear" : "Recovered"
}

/** What happens next, or a summary of the flap; null if there is nothing to add. */
export function outlookOf(page: PageMessage): string | null {
  const { event, state, by, flap, isMonitorDeleted } = page
  if (state === "triggered" && event === "alert.reopened") {
    return "It failed again shortly after recovering. We will notify you when it is stable or if it stays down."
  }
  if (state !== "resolved" || by !== null) return null
  if (flap === null) return isMonitorDeleted ? null : "We will notify you if it fails again."
  const span = `${flap.outages} outages from ${minuteOf(flap.beganAt)} to ${minuteOf(flap.until)}.`
  return event === "alert.flap_ended" ? `Stable since then. ${span}` : span
}

/** 2026-11-21 19:30 UTC. */
const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`
