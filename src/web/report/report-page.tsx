import { getRouteApi } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Button, ButtonLink } from "../ui/button.tsx"
import { Missing, Waiting } from "../ui/empty.tsx"
import { ExportMenu } from "../ui/export-menu.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { ReportOfMonth, ReportScopes, type Report } from "./report-documents.ts"
import { monthIn, monthInWords, monthsBetween, readMonth, shiftMonth } from "./report-months.ts"
import { ReportSheet } from "./report-sheet.tsx"
import { ScopeOptions } from "./scope-options.tsx"
import { pagesOf } from "../project/pages.ts"
import "./report.css"

const route = getRouteApi("/signed-in/frame/projects/$projectId/reports")

/** The uptime of any month, to read, to print and to send. */
export function ReportPage(): ReactNode {
  const { id, may } = useProject()
  const { month, label, page } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, isFirst, again } = useRead(ReportScopes, { id })
  const [now] = useState(() => new Date())
  const project = data?.project
  const current = monthIn(now, project?.timeZone ?? "UTC")
  const shown = readMonth(month, current)
  const go = (words: { month?: string; label?: string | undefined; page?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...words }), replace: true })
  const first = project ? monthIn(new Date(project.createdAt), project.timeZone) : shown
  const months = monthsBetween(first < shown ? first : shown, current)
  return (
    <>
      <PageHead title="Uptime report" sub="Print it, or save it as PDF in the print dialog.">
        {may("project:write") && (
          <ButtonLink {...pagesOf(id).reportSettings} variant="quiet">
            Send it monthly
          </ButtonLink>
        )}
        <Button variant="accent" onClick={() => window.print()}>
          Print
        </Button>
      </PageHead>
      <Missing error={error} onAgain={again} />
      {isFirst && <Waiting rows={6} />}
      {project && (
        <>
          <div className="report-choice split">
            <div className="report-months">
              <Button
                icon="back"
                aria-label="The month before"
                onClick={() => go({ month: shiftMonth(shown, -1) })}
              />
              <select
                className="control"
                aria-label="Month"
                value={shown}
                onChange={({ target }) => go({ month: target.value })}
              >
                {months.map((one) => (
                  <option key={one} value={one}>
                    {monthInWords(one)}
                    {one === current ? " so far" : ""}
                  </option>
                ))}
              </select>
              <Button
                icon="more"
                aria-label="The month after"
                disabled={shown >= current}
                onClick={() => go({ month: shiftMonth(shown, 1) })}
              />
            </div>
            <select
              className="control"
              aria-label="Monitors"
              value={page ? `page ${page}` : label ? `label ${label}` : ""}
              onChange={({ target }) => {
                const [kind, id] = target.value.split(" ")
                go({
                  label: kind === "label" ? id : undefined,
                  page: kind === "page" ? id : undefined,
                })
              }}
            >
              <ScopeOptions
                labels={project.labels.edges.map(({ node }) => node)}
                pages={project.statusPages?.edges.map(({ node }) => node) ?? []}
              />
            </select>
          </div>
          <Found
            key={[shown, label, page].join(" ")}
            month={shown}
            labelId={page ? null : (label ?? null)}
            statusPageId={page ?? null}
          />
        </>
      )}
    </>
  )
}

const exportedOf = ({ rows, total: { from, to } }: Report) => ({
  ids: rows.map(({ monitorId }) => monitorId),
  from,
  to,
})

type Scope = { month: string; labelId: string | null; statusPageId: string | null }

function Found(scope: Scope) {
  const { id } = useProject()
  const { data, error, isFirst, again } = useRead(ReportOfMonth, { id, ...scope })
  const report = data?.project?.uptimeReport
  return (
    <>
      <Missing error={error} onAgain={again} />
      {isFirst && <Waiting rows={8} />}
      {report && (
        <div className="report-export">
          <ExportMenu
            projectId={id}
            of={[
              { rows: "uptime", title: "Uptime", filter: exportedOf(report) },
              { rows: "outages", title: "Outages", filter: exportedOf(report) },
            ]}
          />
        </div>
      )}
      {report && <ReportSheet report={report} />}
    </>
  )
}
