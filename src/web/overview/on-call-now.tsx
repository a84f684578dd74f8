import { Link } from "@tanstack/react-router"
import { useProject } from "../project/project-context.ts"
import { DayAndTime } from "../ui/time.tsx"
import type { OnCallEntry } from "./overview-documents.ts"
import "./side-card.css"

const policiesShown = 4

/** Who would be paged first now, by policy. */
export function OnCallNow({ entries }: { entries: OnCallEntry[] }) {
  const { pages } = useProject()
  const policies = [...Map.groupBy(entries, ({ policyId }) => policyId).values()]
  return (
    <section className="card" aria-labelledby="on-call">
      <div className="card-head overview-head">
        <h2 id="on-call">On call now</h2>
        <Link className="small" {...pages.onCall}>
          Schedule
        </Link>
      </div>
      {policies.length === 0 ? (
        <p className="overview-nothing">Nobody. Alerts page the owners and admins.</p>
      ) : (
        <ul className="rows">
          {policies.slice(0, policiesShown).map((people) => (
            <Policy key={people[0]?.policyId} people={people} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Policy({ people }: { people: OnCallEntry[] }) {
  const firstRule = Math.min(...people.map(({ ruleOrder }) => ruleOrder))
  const first = people.filter(({ ruleOrder }) => ruleOrder === firstRule)
  const [lead] = first
  if (lead === undefined) return null
  const names = first.map(({ user }) => user.name).join(", ")
  const isFirst = (id: string) => first.some(({ user }) => user.id === id)
  const next = people.filter(({ user }) => !isFirst(user.id)).map(({ user }) => user.name)
  return (
    <li className="side-line">
      <span className="initials" aria-hidden="true">
        {initialsOf(lead.user.name)}
      </span>
      <div>
        <strong>{names}</strong>
        <span className="muted small">
          {lead.policyName}
          {lead.until !== null && (
            <>
              {" "}
              · until <DayAndTime at={lead.until} />
            </>
          )}
        </span>
        {next.length > 0 && (
          <span className="muted small">then {[...new Set(next)].join(", ")}</span>
        )}
      </div>
    </li>
  )
}

/** "Ada Lovelace" → "AL". */
const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters
    .map((word) => Array.from(word ?? "")[0] ?? "")
    .join("")
    .toUpperCase()
}
