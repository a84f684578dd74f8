import { getRouteApi, Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useEvents } from "../live/events.ts"
import { useMore } from "../live/load-more.ts"
import { useRefresh } from "../live/refresh.ts"
import { PageRows } from "../project/page-rows.tsx"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { Empty } from "../ui/empty.tsx"
import { FilterBar } from "../ui/filter-bar.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { Lighthouse } from "../ui/lighthouse.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { percentInWords } from "../ui/percent.ts"
import { BudgetBar } from "./budget-bar.tsx"
import { SloChanged, Slos, type SloRow } from "./slo-documents.ts"
import { dataOf, measureInWords, moods, rateInWords, statusWords } from "./slo-words.ts"
import "./slo.css"
import { SmallChoice } from "../ui/small-choice.tsx"
import { pagesOf } from "../project/pages.ts"
import { counted } from "../ui/counted.ts"

const route = getRouteApi("/signed-in/frame/projects/$projectId/slos")

/** Every SLO of the project with what is left of its budget. */
export function SloList(): ReactNode {
  const { id: projectId, may, pages } = useProject()
  const { search = "", status, sort } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useMore(
    Slos,
    {
      projectId,
      search,
      statuses: status === undefined ? null : [status],
      sort: sort === "budget" ? "BUDGET_LEFT_ASC" : "NAME_ASC",
    },
    (data) => data.project?.slos,
  )
  const { rows } = list
  const soon = useRefresh(list.again)
  useEvents(SloChanged, { projectId }, (event) => event.sloChanged, { onRows: soon })
  const go = (words: object) =>
    void navigate({ search: (before) => ({ ...before, ...words }), replace: true })
  const isFiltered = search !== "" || status !== undefined
  const isNew = rows?.length === 0 && !isFiltered
  const add = may("monitors:write") && (
    <ButtonLink {...pages.newSlo} variant="accent" icon="plus">
      New SLO
    </ButtonLink>
  )
  return (
    <>
      <PageHead title="SLOs" sub={summaryOf(rows)}>
        {!isNew && add}
      </PageHead>
      {rows !== undefined && !isNew && (
        <FilterBar
          search={search}
          placeholder="Search SLOs"
          onSearch={(text) => go({ search: text || undefined })}
          filters={[
            {
              key: "status",
              label: "Any status",
              value: status ?? "",
              options: Object.entries(statusWords).map(([value, label]) => ({ value, label })),
              onChange: (value) => go({ status: value || undefined }),
            },
          ]}
          onClear={() => go({ search: undefined, status: undefined })}
        >
          <SmallChoice
            label="Sort by"
            value={sort ?? ""}
            options={[
              { value: "", label: "By name" },
              { value: "budget", label: "Least budget left" },
            ]}
            onChange={(next) => go({ sort: next || undefined })}
          />
        </FilterBar>
      )}
      <PageRows
        list={list}
        waiting={6}
        columns={{
          row: "slo-row",
          names: ["", "SLO", "Target", "Attained", "Budget left", "Burn rate"],
        }}
        empty={
          isNew ? (
            <Empty title="No SLOs yet" drawing={<Lighthouse />}>
              <p>
                An SLO says how reliable monitors or a service must be. You are paged when its error
                budget burns too fast, before it is gone.
              </p>
              {add}
            </Empty>
          ) : (
            <Empty title="No SLO matches">
              <p>Change the search or the status.</p>
            </Empty>
          )
        }
      >
        {(slo) => <Row key={slo.id} slo={slo} projectId={projectId} />}
      </PageRows>
    </>
  )
}

function summaryOf(rows: readonly SloRow[] | undefined): string {
  if (rows === undefined || rows.length === 0) return "Targets, error budgets and burn-rate alerts."
  const count = (status: SloRow["status"]) => rows.filter((row) => row.status === status).length
  const [burning, exhausted] = [count("BURNING"), count("EXHAUSTED")]
  return [
    counted(rows.length, "SLO"),
    burning > 0 && `${burning} burning too fast`,
    exhausted > 0 && `${exhausted} with no budget left`,
  ]
    .filter(Boolean)
    .join(" · ")
}

function Row({ slo, projectId }: { slo: SloRow; projectId: string }) {
  const { id, name, status, targetPercent, windowDays, budget, burnRate, mutedUntil } = slo
  return (
    <li className="slo-row hovers">
      <Glyph mood={moods[status]} />
      <div className="slo-name">
        <span className="row">
          <Link className="row-link clip" {...pagesOf(projectId).slo(id)}>
            {name}
          </Link>
          {status !== "HEALTHY" && <Badge tone={tones[status]}>{statusWords[status]}</Badge>}
          {mutedUntil !== null && <Badge>Muted</Badge>}
        </span>
        <span className="muted small clip">{measureInWords(slo)}</span>
      </div>
      <Figure label="Target">
        {percentInWords(targetPercent)} <span className="muted">in {windowDays} d</span>
      </Figure>
      <Figure label="Attained">
        {percentInWords(budget?.attainedPercent ?? null)}{" "}
        <span className="muted small">{dataOf(slo)}</span>
      </Figure>
      <Figure label="Budget left">
        <BudgetBar budget={budget} />
      </Figure>
      <Figure label="Burn rate">{rateInWords(burnRate)}</Figure>
    </li>
  )
}

const tones = {
  BURNING: "bad",
  EXHAUSTED: "warning",
  HEALTHY: "good",
  NO_DATA: "unknown",
} as const satisfies Record<SloRow["status"], string>

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <span className="slo-figure">
    <span className="slo-label">{label}</span>
    <span>{children}</span>
  </span>
)
