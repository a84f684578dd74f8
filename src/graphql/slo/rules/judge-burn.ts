import type { BurnDecision } from "../../../../prisma/generated/enums.ts"

export type Rates = { short: number | null; long: number | null }

export type BurnFacts = Rates & {
  /** Null if no alert is wanted. */
  factor: number | null
  isFiring: boolean
  /** Muted, or all monitors under maintenance. */
  isSilent: boolean
  isSilenced: boolean
  /** When the state last changed. */
  since: Date
  /** The alert raised last. */
  alert: { resolvedAt: Date | null; resolvedBy: string | null } | null
  now: Date
}

type Judged = { decision: BurnDecision | null; isFiring: boolean; isSilenced: boolean }

/** Firing again so soon after it cleared reopens the alert. */
const reopenMinutes = 10
/** How long it may go on after a person resolved the alert. */
const patienceMinutes = 60

const isWithin = (from: Date, now: Date, minutes: number): boolean =>
  now.getTime() - from.getTime() < minutes * 60_000

/**
 * Fires when the rates of both windows exceed the factor, and clears when that of the short one falls below it.
 * Without data nothing changes.
 */
export function judgeBurn(facts: BurnFacts): Judged {
  const { factor, short, long, isFiring, isSilent, isSilenced, since, alert, now } = facts
  const exceeds =
    factor !== null && short !== null && long !== null && short > factor && long > factor
  if (isFiring) {
    if (factor === null || (short !== null && short < factor)) {
      return { decision: "cleared", isFiring: false, isSilenced: false }
    }
    const resolvedAt = alert === null ? since : alert.resolvedAt
    const isLeft = resolvedAt !== null && !isWithin(resolvedAt, now, patienceMinutes)
    return { decision: isLeft && exceeds && !isSilent ? "fired" : null, isFiring, isSilenced }
  }
  if (!exceeds) return { decision: null, isFiring, isSilenced: false }
  if (isSilent) return { decision: isSilenced ? null : "silenced", isFiring, isSilenced: true }
  // A person kept it open beyond the recovery, so it stands for this burn, too.
  if (alert !== null && alert.resolvedAt === null) {
    return { decision: null, isFiring: true, isSilenced: false }
  }
  const isAgain =
    alert !== null &&
    alert.resolvedAt !== null &&
    alert.resolvedBy === null &&
    isWithin(alert.resolvedAt, now, reopenMinutes)
  return { decision: isAgain ? "reopened" : "fired", isFiring: true, isSilenced: false }
}
