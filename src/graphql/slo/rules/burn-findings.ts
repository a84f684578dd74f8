import type { Finding } from "../../../findings/finding.ts"
import type { BurnPair } from "./burn-pairs.ts"
import type { Rates } from "./judge-burn.ts"

type Burning = {
  name: string
  rates: Rates
  factor: number
  pair: BurnPair
  /** False for a service: its figures came from telemetry, and everybody reads the alert. */
  showsFigures: boolean
}
type Budget = {
  /** 0 to 1, or negative. */
  remainingShare: number | null
  exhaustedInMs: number | null
}

const windowsOf = ({ shortMinutes, longMinutes }: BurnPair) => ({ shortMinutes, longMinutes })

/** The title of an alert. */
export const burnTitle = (
  { name: slo, rates, showsFigures }: Burning,
  { exhaustedInMs: lastsMs }: Budget,
): Finding =>
  showsFigures
    ? { code: "slo_burns", parameters: { slo, rate: rates.long ?? 0, lastsMs } }
    : { code: "slo_burns_too_fast", parameters: { slo } }

/** The rates that fire an alert, or would. */
export const ratesOver = ({ rates, factor: limit, pair, showsFigures }: Burning): Finding =>
  showsFigures
    ? { code: "burn_rates", parameters: { ...rates, ...windowsOf(pair), limit } }
    : { code: "burn_rate_exceeded", parameters: { ...windowsOf(pair), limit } }

/** Why an alert is raised. */
export const burnFindings = (burning: Burning, budget: Budget): Finding[] => [
  ratesOver(burning),
  ...(burning.showsFigures ? [budgetLeft(budget)] : []),
]

const budgetLeft = ({ remainingShare: share }: Budget): Finding =>
  share === null
    ? { code: "budget_unknown", parameters: {} }
    : { code: "budget_left", parameters: { share } }

/** Why an alert is resolved. @param factor null once the alert is switched off. */
export function clearedBy(
  { rates, pair: { shortMinutes }, showsFigures }: Omit<Burning, "factor">,
  factor: number | null,
): Finding {
  if (factor === null) return { code: "burn_alert_switched_off", parameters: {} }
  const parameters = { shortMinutes, limit: factor }
  return showsFigures
    ? { code: "burn_rate_fell_to", parameters: { ...parameters, rate: rates.short } }
    : { code: "burn_rate_fell", parameters }
}
