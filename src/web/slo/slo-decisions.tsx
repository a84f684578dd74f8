import { Link } from "@tanstack/react-router"
import { useProject } from "../project/project-context.ts"
import { Findings } from "../ui/findings.tsx"
import { Glyph, type Mood } from "../ui/glyph.tsx"
import { DayAndTime } from "../ui/time.tsx"
import type { SloWhole } from "./slo-documents.ts"
import { speedWords } from "./slo-words.ts"
import { Card } from "../ui/card.tsx"

type Decision = SloWhole["decisions"]["edges"][number]["node"]

const words: Record<Decision["decision"], { said: string; mood: Mood }> = {
  FIRED: { said: "fired", mood: "bad" },
  REOPENED: { said: "fired again", mood: "bad" },
  CLEARED: { said: "cleared", mood: "good" },
  SILENCED: { said: "silenced", mood: "maintenance" },
}

/** What was decided about its alerts, newest first. */
export function Decisions({ slo }: { slo: SloWhole }) {
  const { pages } = useProject()
  const all = slo.decisions.edges.map(({ node }) => node)
  return (
    <Card title="Alert history">
      {all.length === 0 && <p className="card-body muted">It has raised no alert yet.</p>}
      <ol className="rows">
        {all.map(({ id, at, speed, decision, findings, alert }) => (
          <li key={id} className="slo-decision">
            <Glyph mood={words[decision].mood} size={14} />
            <div>
              <p className="row">
                <strong>
                  {speedWords[speed]} {words[decision].said}
                </strong>
                <span className="muted small">
                  <DayAndTime at={at} />
                </span>
                {alert !== null && (
                  <Link className="small" {...pages.alert(alert.id)}>
                    Alert #{alert.number}
                  </Link>
                )}
              </p>
              <p className="muted small">
                <Findings of={findings} />
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
