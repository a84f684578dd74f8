import { Icon } from "../ui/icon.tsx"
import { Ago, DayAndTime, Since } from "../ui/time.tsx"
import type { Maintenance } from "./overview-documents.ts"
import "./side-card.css"

/** Ongoing and upcoming maintenance windows. */
export const Maintenances = ({ maintenances }: { maintenances: Maintenance[] }) => (
  <section className="card" aria-labelledby="maintenance">
    <div className="card-head overview-head">
      <h2 id="maintenance">Maintenance</h2>
    </div>
    {maintenances.length === 0 ? (
      <p className="overview-nothing">Nothing scheduled.</p>
    ) : (
      <ul className="rows">
        {maintenances.map(({ id, title, state, startsAt, endsAt }) => (
          <li key={id} className="side-line">
            <span className="initials" data-state={state} aria-hidden="true">
              <Icon name="calendar" size={16} />
            </span>
            <div>
              <strong>{title}</strong>
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
