import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { useSettled } from "../ui/use-settled.ts"
import { DayAndTime, durationInWords } from "../ui/time.tsx"
import { viewerZone } from "../ui/zone.ts"
import { ruleInput, type Draft, type DraftRule } from "./maintenance-draft.ts"
import { noticesInWords, recurrenceInWords } from "./maintenance-words.ts"
import { PublicView } from "./public-view.tsx"
import { SeriesDates } from "./series-documents.ts"

/** What the form would do: the next dates, and what visitors of status pages see. */
export function FormPane({ draft, repeats }: { draft: Draft; repeats: boolean }) {
  const { startsAt, endsAt, notices } = draft
  const isWhole = startsAt !== null && endsAt !== null && startsAt < endsAt
  return (
    <aside className="pane" aria-label="Preview">
      {repeats ? (
        <Dates rule={draft.rule} draft={draft} />
      ) : (
        <>
          <section className="stack">
            <h2>On status pages</h2>
            {isWhole ? (
              <PublicView
                title={draft.title}
                description={draft.description}
                startsAt={startsAt}
                endsAt={endsAt}
              />
            ) : (
              <p className="muted small">The end must be later than the start.</p>
            )}
          </section>
          {isWhole && (
            <p className="muted small">
              Lasts {durationInWords(Date.parse(endsAt) - Date.parse(startsAt))}.
            </p>
          )}
        </>
      )}
      <section>
        <h2>Subscribers are notified</h2>
        <p className="muted small">{noticesInWords(notices)}.</p>
      </section>
    </aside>
  )
}

function Dates({ rule, draft }: { rule: DraftRule; draft: Draft }) {
  const { id: projectId } = useProject()
  const asked = useSettled(JSON.stringify(ruleInput(rule)))
  const read = JSON.parse(asked) as ReturnType<typeof ruleInput>
  const isWhole =
    read.every > 0 &&
    read.durationMinutes > 0 &&
    read.startsOn !== "" &&
    read.startTime !== "" &&
    (read.unit !== "WEEKS" || read.weekdays.length > 0)
  const { data, error } = useRead(SeriesDates, { projectId, ...read }, { pause: !isWhole })
  const dates = data?.maintenanceSeriesDates
  const [first] = dates ?? []
  return (
    <>
      <section className="stack" aria-labelledby="next-dates">
        <div>
          <h2 id="next-dates">Next dates</h2>
          <p className="muted small">
            {recurrenceInWords(read)}, {read.startTime} in {read.timeZone}
          </p>
        </div>
        {!isWhole && <p className="muted small">Complete the fields to see the next dates.</p>}
        {isWhole && error !== null && <p className="field-issue">{error}</p>}
        {isWhole && dates?.length === 0 && <p className="muted small">No dates: it is over.</p>}
        {isWhole && dates !== undefined && (
          <ol className="date-lines">
            {dates.map(({ startsAt }) => (
              <li key={startsAt}>
                <DayAndTime at={startsAt} />
              </li>
            ))}
          </ol>
        )}
        {read.timeZone !== viewerZone() && <p className="muted small">Dates in {viewerZone()}.</p>}
      </section>
      {first !== undefined && (
        <section className="stack">
          <h2>On status pages</h2>
          <PublicView title={draft.title} description={draft.description} {...first} />
        </section>
      )}
    </>
  )
}
