import type { ReactNode } from "react"
import { Figure } from "../overview/figures.tsx"
import { counted } from "../ui/counted.ts"
import { durationInWords } from "../ui/time.tsx"
import type { OnCallReportOf } from "./on-call-report-documents.ts"
import { PagesByHour } from "./pages-by-hour.tsx"

type Props = { report: OnCallReportOf }

/** The report as one sheet, on screen as on paper. */
export function OnCallReportSheet({ report }: Props): ReactNode {
  const { alerts, acknowledged, resolved, mttaSeconds, mttrSeconds } = report
  const { pages, interruptions, nightPages, nightsWoken, people, rotations } = report
  return (
    <article className="card report on-call-report" aria-label="On-call report">
      <dl className="figures report-figures" aria-label="Key figures">
        <Figure name="Pages" note={`for ${counted(alerts, "alert")}`}>
          {pages}
        </Figure>
        <Figure name="Interruptions" note={`${counted(nightPages, "page")} at night`}>
          {interruptions}
        </Figure>
        <Figure name="Nights woken" note="of all people together">
          {nightsWoken}
        </Figure>
        <Figure name="Time to acknowledge" note={`mean of ${counted(acknowledged, "alert")}`}>
          {inWords(mttaSeconds)}
        </Figure>
        <Figure name="Time to resolve" note={`mean of ${counted(resolved, "alert")}`}>
          {inWords(mttrSeconds)}
        </Figure>
      </dl>
      {people.length === 0 ? (
        <p className="report-none muted">Nobody was paged or on call in this time.</p>
      ) : (
        <>
          <PagesByHour counts={report.pagesByHour} />
          <People people={people} />
          {rotations.map((rotation) => (
            <Fairness key={rotation.id} rotation={rotation} />
          ))}
        </>
      )}
      <footer className="report-foot muted small">
        Night is from 22:00 to 7:00 and the weekend Saturday and Sunday, in the time zone of each
        person. Pages less than 15 minutes after the one before interrupt once. Hours follow from
        rotations as they are now; planned hours are without overrides and swaps.
      </footer>
    </article>
  )
}

const inWords = (seconds: number | null) =>
  seconds === null ? "–" : durationInWords(seconds * 1000)
const hours = (value: number) => `${Math.round(value * 10) / 10} h`
const orDash = (count: number) => (count === 0 ? "–" : count)

const People = ({ people }: Pick<OnCallReportOf, "people">) => (
  <div className="report-scroll">
    <table className="report-table">
      <thead>
        <tr>
          <th scope="col">Person</th>
          <th scope="col">Pages</th>
          <th scope="col">At night</th>
          <th scope="col" className="report-count">
            Weekend
          </th>
          <th scope="col">Interruptions</th>
          <th scope="col">Nights woken</th>
          <th scope="col">On call</th>
          <th scope="col" className="report-count">
            Night
          </th>
          <th scope="col" className="report-count">
            Weekend
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.userId}>
            <th scope="row" title={person.timeZone}>
              {person.name}
            </th>
            <td>{orDash(person.pages)}</td>
            <td>{orDash(person.nightPages)}</td>
            <td className="report-count">{orDash(person.weekendPages)}</td>
            <td>{orDash(person.interruptions)}</td>
            <td>{orDash(person.nightsWoken)}</td>
            <td>{hours(person.hours)}</td>
            <td className="report-count">{hours(person.nightHours)}</td>
            <td className="report-count">{hours(person.weekendHours)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

type Rotation = OnCallReportOf["rotations"][number]

/** The hours of each person beside what an even division would be. */
function Fairness({ rotation: { id, name, people } }: { rotation: Rotation }) {
  const most = Math.max(1, ...people.map((one) => Math.max(one.hours, one.evenHours)))
  return (
    <section aria-labelledby={`rotation-${id}`}>
      <h3 id={`rotation-${id}`}>Rotation {name}</h3>
      <div className="report-scroll">
        <table className="report-table">
          <thead>
            <tr>
              <th scope="col">Person</th>
              <th scope="col" className="report-bars">
                Share
              </th>
              <th scope="col">On call</th>
              <th scope="col">Planned</th>
              <th scope="col">Even share</th>
              <th scope="col" className="report-count">
                Night
              </th>
              <th scope="col" className="report-count">
                Weekend
              </th>
            </tr>
          </thead>
          <tbody>
            {people.map((one) => (
              <tr key={one.userId}>
                <th scope="row">{one.name}</th>
                <td className="report-bars">
                  <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                    <rect className="share" width={(100 * one.hours) / most} height={8} rx={1} />
                    <rect
                      className="even"
                      x={(100 * one.evenHours) / most}
                      width={0.6}
                      height={8}
                    />
                  </svg>
                </td>
                <td>{hours(one.hours)}</td>
                <td className="muted">{hours(one.plannedHours)}</td>
                <td className="muted">{hours(one.evenHours)}</td>
                <td className="report-count">{hours(one.nightHours)}</td>
                <td className="report-count">{hours(one.weekendHours)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
