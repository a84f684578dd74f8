import { getRouteApi } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { OnCallHead } from "../on-call/on-call-head.tsx"
import { useProject } from "../project/project-context.ts"
import { Missing, Waiting } from "../ui/empty.tsx"
import { ExportMenu } from "../ui/export-menu.tsx"
import { FilterBar } from "../ui/filter-bar.tsx"
import { readRange, spanOf, writeRange, type Range } from "../ui/range.ts"
import { RangePicker } from "../ui/range-picker.tsx"
import { OnCallReport, OnCallScopes } from "./on-call-report-documents.ts"
import { OnCallReportSheet } from "./on-call-report-sheet.tsx"
import "./report.css"

const route = getRouteApi("/signed-in/frame/projects/$projectId/on-call/report")

const named = (edges: readonly { node: { id: string; name: string } }[] | undefined) =>
  edges?.map(({ node: { id, name } }) => ({ value: id, label: name })) ?? []

/** Who was paged and on call: pages, response times and how fairly the hours were divided. */
export function OnCallReportPage(): ReactNode {
  const { id: projectId } = useProject()
  const search = route.useSearch()
  const { policy, team } = search
  const navigate = route.useNavigate()
  const range = readRange(search, "30d")
  const { data } = useRead(OnCallScopes, { projectId })
  const change = (words: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...words }), replace: true })
  return (
    <>
      <OnCallHead title="On-call report" sub="Pages, response times and hours on call" />
      <div className="range-row">
        <FilterBar
          filters={[
            {
              key: "policy",
              label: "All policies",
              value: policy ?? "",
              options: named(data?.project?.onCallPolicies.edges),
              onChange: (value) => change({ policy: value === "" ? undefined : value }),
            },
            {
              key: "team",
              label: "All teams",
              value: team ?? "",
              options: named(data?.project?.teams.edges),
              onChange: (value) => change({ team: value === "" ? undefined : value }),
            },
          ]}
          onClear={() => change({ policy: undefined, team: undefined })}
        />
        <RangePicker value={range} onChange={(next) => change(writeRange(next))} />
      </div>
      <Found
        key={JSON.stringify([range, policy, team])}
        range={range}
        policyId={policy ?? null}
        teamId={team ?? null}
      />
    </>
  )
}

type FoundProps = { range: Range; policyId: string | null; teamId: string | null }

function Found({ range, policyId, teamId }: FoundProps) {
  const { id: projectId } = useProject()
  const [asked] = useState(() => {
    const { from, until } = spanOf(range, new Date())
    return { from: from.toISOString(), to: until.toISOString(), policyId, teamId }
  })
  const { data, error, isFirst, again } = useRead(OnCallReport, { projectId, ...asked })
  const report = data?.project?.onCallReport
  return (
    <>
      <Missing error={error} onAgain={again} />
      {isFirst && <Waiting rows={8} />}
      {report && (
        <>
          <div className="report-export">
            <ExportMenu
              projectId={projectId}
              of={[
                { rows: "on-call", title: "People", filter: asked },
                { rows: "shifts", title: "Shifts", filter: asked },
              ]}
            />
          </div>
          <OnCallReportSheet report={report} />
        </>
      )}
    </>
  )
}
