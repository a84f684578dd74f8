import { Link } from "@tanstack/react-router"
import { useProject } from "../project/project-context.ts"
import { Icon } from "../ui/icon.tsx"
import { Ago, DayAndTime, Since } from "../ui/time.tsx"
import type { Maintenance } from "./overview-documents.ts"
import "./side-card.css"

/** Ongoing and upcoming maintenance windows. */
export function Maintenances({ maintenances }: { maintenances: Maintenance[] }) {
  const { pages } = useProject()
  return (
    <section className="card" aria-labelledby="maintenance">
      <div className="card-head overview-head">
        <h2 id="maintenance">Maintenance</h2>
        <Link className="small" {...pages.maintenances}>
          Calendar
        </Link>
      </div>
      {maintenances.length === 0 ? (
        <p className="overview-nothing">Nothing scheduled.</p>
      ) : (
        <ul className="rows">
          {maintenances.map(({ id, title, state, startsAt, endsAt }) => (
            <li key={id} className="side-line">
              <span className="initials" data-state={state} aria-hidden="true">
                <Icon name="maintenance" size={16} />
              </span>
              <div>
                <Link className="name-link clip" {...pages.maintenance(id)}>
                  {title}
                </Link>
                <span className="muted small">
                  {state === "ONGOING" ? (
                    <>
                      Ongoing, ends <Ago at={endsAt} />
                    </>
                  ) : (
                    <>
                      <DayAndTime at={startsAt} /> · <Since at={startsAt} until={endsAt} />
                    </>
                  )}
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
