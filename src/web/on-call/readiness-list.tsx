import { Link } from "@tanstack/react-router"
import { useProject } from "../project/project-context.ts"
import { Glyph } from "../ui/glyph.tsx"
import type { FragmentOf } from "../graphql.ts"
import { textOf, type FindingWords } from "../ui/finding-words.ts"
import { Findings } from "../ui/findings.tsx"
import { DayAndTime } from "../ui/time.tsx"

type Warning = {
  finding: FragmentOf<typeof FindingWords>
  policyId: string | null
  rotationId: string | null
  startsAt: string | null
}

type Props = { readiness: { isReady: boolean; until: string; warnings: Warning[] } }

/** Who or what is not ready to be paged, each with a link to mend it. */
export function ReadinessList({ readiness: { isReady, until, warnings } }: Props) {
  return (
    <section className="pane" aria-labelledby="readiness">
      <h2 id="readiness">Readiness</h2>
      {isReady ? (
        <p className="readiness-line">
          <Glyph mood="good" size={16} />
          <span>
            Every alert until <DayAndTime at={until} /> would reach somebody.
          </span>
        </p>
      ) : (
        <ul className="stack">
          {warnings.map((warning) => (
            <li key={textOf([warning.finding])} className="readiness-line">
              <Glyph mood="warning" size={16} />
              <span>
                <Findings of={[warning.finding]} /> <Mend warning={warning} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Mend({ warning: { policyId, rotationId } }: { warning: Warning }) {
  const { pages } = useProject()
  if (rotationId !== null) {
    return <Link {...pages.rotation(rotationId)}>Show rotation</Link>
  }
  if (policyId === null) return null
  return <Link {...pages.policy(policyId)}>Show policy</Link>
}
