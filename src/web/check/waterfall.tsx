import { millisecondsInWords } from "../ui/time.tsx"
import type { Tone } from "./phases.ts"

type Phase = { tone: Tone; name: string; ms: number }

/** The phases of one check, each where it began. */
export function Waterfall({ phases }: { phases: readonly Phase[] }) {
  const whole = phases.reduce((sum, { ms }) => sum + ms, 0)
  if (whole === 0) return null
  let passed = 0
  const bars = phases.map((phase) => {
    const start = passed
    passed += phase.ms
    return { ...phase, start }
  })
  const share = (ms: number) => `${(ms / whole) * 100}%`
  return (
    <ul className="waterfall" aria-label="Phases">
      {bars.map(({ tone, name, ms, start }) => (
        <li key={tone}>
          <span>{name}</span>
          <span className="waterfall-track">
            <span
              data-phase={tone}
              style={{ insetInlineStart: share(start), inlineSize: share(ms) }}
            />
          </span>
          <span>{millisecondsInWords(ms)}</span>
        </li>
      ))}
    </ul>
  )
}
