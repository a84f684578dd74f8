import { Link } from "@tanstack/react-router"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { Since } from "../ui/time.tsx"
import type { SloWhole } from "./slo-documents.ts"
import { rateInWords, speedWords, windowInWords } from "./slo-words.ts"
import { Card } from "../ui/card.tsx"

type Burn = SloWhole["burns"][number]

/** Both pairs of windows with their burn rates and limits. */
export function BurnAlerts({ slo }: { slo: SloWhole }) {
  return (
    <Card
      title="Burn-rate alerts"
      side={
        <span className="muted small">
          {slo.policy === null ? "Default on-call policy" : slo.policy.name}
        </span>
      }
    >
      <ul className="rows">
        {slo.burns.map((burn) => (
          <Pair key={burn.speed} burn={burn} />
        ))}
      </ul>
    </Card>
  )
}

function Pair({ burn }: { burn: Burn }) {
  const { pages } = useProject()
  const { speed, shortMinutes, longMinutes, shortRate, longRate, factor, alert, since } = burn
  return (
    <li className="burn-pair">
      <div className="row">
        <strong>{speedWords[speed]}</strong>
        <BurnState burn={burn} />
        {burn.isFiring && alert !== null && (
          <Link {...pages.alert(alert.id)}>Alert #{alert.number}</Link>
        )}
        {burn.isFiring && since !== null && (
          <span className="muted small">
            for <Since at={since} />
          </span>
        )}
      </div>
      {factor !== null && (
        <dl className="burn-rates">
          <Rate minutes={shortMinutes} rate={shortRate} factor={factor} />
          <Rate minutes={longMinutes} rate={longRate} factor={factor} />
        </dl>
      )}
    </li>
  )
}

function BurnState({ burn: { factor, isFiring, isSilenced } }: { burn: Burn }) {
  if (factor === null) return <Badge>Off</Badge>
  if (isFiring) return <Badge tone="bad">Firing</Badge>
  if (isSilenced) return <Badge tone="maintenance">Silenced</Badge>
  return <Badge tone="good">OK</Badge>
}

type RateProps = { minutes: number; rate: number | null; factor: number }

function Rate({ minutes, rate, factor }: RateProps) {
  const share = Math.min(1, (rate ?? 0) / (factor * 1.5))
  const level = rate !== null && rate > factor ? "bad" : "good"
  return (
    <div>
      <dt>{windowInWords(minutes)}</dt>
      <dd>
        <span className="burn-track" data-level={level} aria-hidden="true">
          <span style={{ inlineSize: `${share * 100}%` }} />
        </span>
        <span>
          {rateInWords(rate)} <span className="muted">of {rateInWords(factor)}</span>
        </span>
      </dd>
    </div>
  )
}
