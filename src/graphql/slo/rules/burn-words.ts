import type { Rates } from "./judge-burn.ts"
import type { BurnPair } from "./burn-pairs.ts"

/** "14.6", "3", "120". */
const rateText = (rate: number): string =>
  rate >= 100 ? String(Math.round(rate)) : String(Number(rate.toFixed(1)))

/** "2 d 3 h", "5 h", "12 min"; "less than a minute". */
export function durationText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return "less than a minute"
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  if (days > 0) return hours === 0 ? `${days} d` : `${days} d ${hours} h`
  const rest = minutes % 60
  if (hours > 0) return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
  return `${minutes} min`
}

/** "5 min", "6 h". */
const windowText = (minutes: number): string =>
  minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`

type Burning = {
  name: string
  rates: Rates
  factor: number
  pair: BurnPair
  /** 0 to 1, or negative. */
  remainingShare: number | null
  exhaustedInMs: number | null
}

/** The title and the description of an alert. */
export function burnTexts(burning: Burning): { title: string; description: string } {
  const { name, rates, exhaustedInMs } = burning
  const rate = rateText(rates.long ?? 0)
  const left =
    exhaustedInMs === null
      ? ""
      : exhaustedInMs === 0
        ? "; budget gone"
        : `; budget gone in ${durationText(exhaustedInMs)}`
  return {
    title: `SLO ${name}: burning ${rate} times too fast${left}`,
    description: [ratesText(burning), budgetText(burning)].join(" "),
  }
}

/** "Burn rate 20 over 5 min and 14.6 over 1 h, limit 14.4." */
export function ratesText({ rates, pair, factor }: Omit<Burning, "name">): string {
  const over = (rate: number | null, minutes: number) =>
    `${rate === null ? "no data" : rateText(rate)} over ${windowText(minutes)}`
  return `Burn rate ${over(rates.short, pair.shortMinutes)} and ${over(rates.long, pair.longMinutes)}, limit ${rateText(factor)}.`
}

function budgetText({ remainingShare }: Burning): string {
  if (remainingShare === null) return "No budget could be computed yet."
  if (remainingShare <= 0) return "The error budget is used up."
  return `${Math.max(1, Math.floor(remainingShare * 100))} % of the error budget is left.`
}

/** The same without figures, which came from telemetry: the condition alone. */
export const publicBurnTexts = (
  burning: Pick<Burning, "name" | "factor" | "pair">,
): { title: string; description: string } => ({
  title: `SLO ${burning.name}: burning too fast`,
  description: publicRatesText(burning),
})

export const publicRatesText = ({ pair, factor }: Pick<Burning, "pair" | "factor">): string =>
  `Burn rate above ${rateText(factor)} over ${windowText(pair.shortMinutes)} and ${windowText(pair.longMinutes)}.`

export const publicClearedText = (factor: number | null, pair: BurnPair): string =>
  factor === null
    ? switchedOff
    : `The burn rate over ${windowText(pair.shortMinutes)} fell below ${rateText(factor)}.`

const switchedOff = "The alert was switched off."

/** Why an alert was resolved. */
export function clearedText(short: number | null, factor: number | null, pair: BurnPair): string {
  if (factor === null) return switchedOff
  const rate = short === null ? "no data" : rateText(short)
  return `The burn rate over ${windowText(pair.shortMinutes)} fell to ${rate}, below ${rateText(factor)}.`
}
