import { shareInWords, type Budget } from "./slo-words.ts"

/** What is left of an error budget. */
export function BudgetBar({ budget }: { budget: Pick<Budget, "remainingShare"> | null }) {
  const share = budget?.remainingShare ?? null
  const left = Math.min(1, Math.max(0, share ?? 0))
  const level = share === null ? "unknown" : share <= 0 ? "bad" : share < 0.25 ? "warning" : "good"
  return (
    <span className="budget-bar" data-level={level}>
      <span className="budget-track" aria-hidden="true">
        <span style={{ inlineSize: `${left * 100}%` }} />
      </span>
      <span className="budget-share">{shareInWords(share)}</span>
    </span>
  )
}
