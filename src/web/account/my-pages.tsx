import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useMore } from "../live/load-more.ts"
import { useRead } from "../live/live-read.ts"
import { Part } from "../settings/part.tsx"
import { Button } from "../ui/button.tsx"
import { Failed, PageWaiting } from "../ui/empty.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { moodOfState } from "../incident/incident-line.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Ago, ClockTime, DayAndTime } from "../ui/time.tsx"
import { titleOf } from "../ui/title-of.ts"
import {
  MyDuty as MyDutyDocument,
  MyProjects,
  OwnPages,
  type MyAlert,
  type MyDuty,
  type OwnPage,
} from "./my-pages-documents.ts"
import { nightsOf } from "./nights.ts"
import "./my-pages.css"
import { counted } from "../ui/counted.ts"

type Project = { id: string; name: string }

/** Each takes a request. */
const projectsShown = 10

/** What concerns the viewer in all their projects: now, their next shift, and their last nights. */
export function MyPages(): ReactNode {
  const { data, error, again } = useRead(MyProjects, {})
  if (data === undefined && error === null) return <PageWaiting title="My pages" />
  const viewer = data?.viewer
  const me = viewer?.id ?? null
  if (!viewer || me === null)
    return <Failed message={error ?? "You are not signed in."} onAgain={again} />
  const projects = viewer.memberships.edges.map(({ node }) => node.project)
  return (
    <>
      <PageHead
        title="My pages"
        sub="What is open for you, when you are on call, and what woke you."
      />
      {projects.slice(0, projectsShown).map((project) => (
        <OfProject key={project.id} me={me} project={project} />
      ))}
      <LastNights projects={projects} />
    </>
  )
}

const dayMs = 86_400_000
const daysAhead = 14

function OfProject({ me, project }: { me: string; project: Project }) {
  // Whole days keep the variables the same while the page is open.
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const { data, error } = useRead(MyDutyDocument, {
    projectId: project.id,
    me: [me],
    from: new Date(today).toISOString(),
    until: new Date(today + daysAhead * dayMs).toISOString(),
  })
  const duty = data?.project
  return (
    <Part title={project.name} text={<NextShift me={me} duty={duty} />}>
      <div className="part-body">
        {duty ? (
          <Now alerts={alertsOf(duty)} projectId={project.id} />
        ) : (
          <p className="muted">{error ?? "Loading…"}</p>
        )}
      </div>
    </Part>
  )
}

/** Those paged for and those assigned, each once, the newest first. */
function alertsOf({ paged, assigned }: MyDuty): MyAlert[] {
  const all = [...(paged?.edges ?? []), ...(assigned?.edges ?? [])].map(({ node }) => node)
  return [...new Map(all.map((alert) => [alert.id, alert])).values()].toSorted(
    (a, b) => b.number - a.number,
  )
}

function Now({ alerts, projectId }: { alerts: readonly MyAlert[]; projectId: string }) {
  if (alerts.length === 0) return <p className="muted">Nothing is open for you.</p>
  return (
    <ul className="my-pages stack tight" aria-label="Open alerts">
      {alerts.map((alert) => (
        <li key={alert.id}>
          <Glyph mood={moodOfState(alert.state.meaning)} />
          <Link
            to="/projects/$projectId/alerts/$alertId"
            params={{ projectId, alertId: alert.id }}
            className="clip"
          >
            #{alert.number} {titleOf(alert)}
          </Link>
          <span className="muted small">
            {alert.state.name}, <Ago at={alert.createdAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function NextShift({ me, duty }: { me: string; duty: MyDuty | null | undefined }) {
  const now = Date.now()
  const shifts = (duty?.rotations?.edges ?? []).flatMap(({ node: { name, shifts: all } }) =>
    all.flatMap(({ user, ...shift }) => (user.id === me ? [{ name, ...shift }] : [])),
  )
  const [next] = shifts
    .filter(({ endsAt }) => Date.parse(endsAt) > now)
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
  if (!duty) return null
  if (next === undefined) return <>No shift in the next {daysAhead} days.</>
  return Date.parse(next.startsAt) <= now ? (
    <>
      On call now in {next.name}, until <DayAndTime at={next.endsAt} />.
    </>
  ) : (
    <>
      Next shift in {next.name}: <DayAndTime at={next.startsAt} /> to{" "}
      <DayAndTime at={next.endsAt} />.
    </>
  )
}

function LastNights({ projects }: { projects: readonly Project[] }) {
  const { rows, error, hasMore, more, again } = useMore(OwnPages, {}, (data) => data.ownPages)
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  return (
    <Part title="Last nights" text="Each page that you got, by night and day in your time zone.">
      <div className="part-body stack">
        {rows === undefined && error !== null && <Failed message={error} onAgain={again} />}
        {rows?.length === 0 && <p className="muted">Nobody has paged you yet.</p>}
        {nightsOf(rows ?? []).map(({ key, label, isNight, pages }) => (
          <section key={key} className="my-night stack tight" aria-label={label}>
            <h3>
              <span aria-hidden="true">{isNight ? "☾" : "☀"}</span> {label}{" "}
              <span className="muted small">{counted(pages.length, "page")}</span>
            </h3>
            <ul className="my-pages stack tight">
              {pages.map((page) => (
                <PageLine key={page.id} page={page} project={names.get(page.projectId)} />
              ))}
            </ul>
          </section>
        ))}
        {hasMore && (
          <div>
            <Button onClick={more}>Load more</Button>
          </div>
        )}
      </div>
    </Part>
  )
}

function PageLine({ page, project }: { page: OwnPage; project: string | undefined }) {
  const { alert, createdAt, askedBy, projectId } = page
  return (
    <li>
      <span className="muted small">
        <ClockTime at={createdAt} />
      </span>
      <Link
        to="/projects/$projectId/alerts/$alertId"
        params={{ projectId, alertId: alert.id }}
        className="clip"
      >
        #{alert.number} {titleOf(alert)}
      </Link>
      <span className="muted small">
        {project}
        {askedBy !== null && ` · ${askedBy} asked for help`}
        {alert.acknowledgedBy !== null && ` · acknowledged by ${alert.acknowledgedBy}`}
      </span>
    </li>
  )
}
