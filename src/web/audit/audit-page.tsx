import { getRouteApi } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { useMore } from "../live/load-more.ts"
import { useRead } from "../live/live-read.ts"
import { MembersOfProject } from "../member/member-documents.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Empty, Missing, Waiting } from "../ui/empty.tsx"
import { FilterBar } from "../ui/filter-bar.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { readRange, spanOf, writeRange } from "../ui/range.ts"
import { RangePicker } from "../ui/range-picker.tsx"
import { AuditLog } from "./audit-documents.ts"
import { AuditLine } from "./audit-line.tsx"
import { actorOptions, nounOptions } from "./audit-words.ts"
import "./audit.css"

const route = getRouteApi("/signed-in/frame/projects/$projectId/settings/audit")

type Words = {
  search?: string | undefined
  about?: string | undefined
  actor?: string | undefined
  subject?: string | undefined
}

/** Who changed what, newest first; the filters live in the URL. */
export function AuditPage(): ReactNode {
  const search = route.useSearch()
  const { about, actor, subject, search: text } = search
  const { id: projectId } = useProject()
  const navigate = route.useNavigate()
  const range = readRange(search, "90d")
  const change = (words: Words) =>
    void navigate({ search: (before) => ({ ...before, ...words }), replace: true })
  const { data } = useRead(MembersOfProject, { projectId })
  const people = data?.project?.members.edges.map(({ node }) => ({
    value: node.userId,
    label: node.name,
  }))
  return (
    <>
      <PageHead
        title="Audit log"
        sub="Every change, sign-in and use of a key in this project, by whom and when."
      >
        <a className="button" href={exportUrl(projectId, range)} download>
          Export JSON lines
        </a>
      </PageHead>
      <div className="split">
        <FilterBar
          search={text ?? ""}
          placeholder="Search the audit log"
          onSearch={(value) => change({ search: value === "" ? undefined : value })}
          filters={[
            {
              key: "about",
              label: "All objects",
              value: about ?? "",
              options: nounOptions,
              onChange: (value) => change({ about: value }),
            },
            {
              key: "actor",
              label: "Everyone",
              value: actor ?? "",
              options: [...actorOptions, ...(people ?? [])],
              onChange: (value) => change({ actor: value }),
            },
          ]}
          hasMore={subject !== undefined}
          onClear={() =>
            change({ search: undefined, about: undefined, actor: undefined, subject: undefined })
          }
        >
          {subject !== undefined && (
            <Button icon="close" onClick={() => change({ subject: undefined })}>
              One object
            </Button>
          )}
        </FilterBar>
        <RangePicker
          value={range}
          onChange={(next) =>
            void navigate({
              search: (before) => ({ ...before, ...writeRange(next) }),
              replace: true,
            })
          }
        />
      </div>
      <Entries
        key={JSON.stringify([text, about, actor, subject, range])}
        words={{ search: text, about, actor, subject }}
        range={range}
        onSubject={(id) => change({ subject: id })}
      />
    </>
  )
}

type EntriesProps = {
  words: Words
  range: ReturnType<typeof readRange>
  onSubject(id: string): void
}

const isKind = (actor: string | undefined) => actorOptions.find(({ value }) => value === actor)

function exportUrl(projectId: string, range: EntriesProps["range"]): string {
  const { from, until } = spanOf(range, new Date())
  const query = new URLSearchParams({ from: from.toISOString() })
  if (!("preset" in range)) query.set("to", until.toISOString())
  return `/api/audit/${projectId}.jsonl?${query.toString()}`
}

function Entries({ words: { search, about, actor, subject }, range, onSubject }: EntriesProps) {
  const { id: projectId } = useProject()
  const [asked] = useState(() => {
    const { from, until } = spanOf(range, new Date())
    return {
      projectId,
      action: about ?? null,
      actorKind: isKind(actor)?.value ?? null,
      actorId: isKind(actor) === undefined ? (actor ?? null) : null,
      subjectId: subject ?? null,
      search: search ?? null,
      since: from.toISOString(),
      until: "preset" in range ? null : until.toISOString(),
    }
  })
  const { rows, error, hasMore, more, again } = useMore(
    AuditLog,
    asked,
    (data) => data.project?.auditEntries,
  )
  return (
    <section className="card" aria-label="Entries">
      <Missing error={error} onAgain={again} />
      {rows === undefined && error === null && <Waiting rows={6} />}
      {rows?.length === 0 && (
        <Empty title="No matching entries">
          <p>Nothing was changed in this time, or the filters leave it out.</p>
        </Empty>
      )}
      <ol className="rows">
        {rows?.map((row) => (
          <AuditLine key={row.id} entry={row} onSubject={onSubject} />
        ))}
      </ol>
      {hasMore && (
        <div className="part-foot">
          <Button onClick={more}>Load more</Button>
        </div>
      )}
    </section>
  )
}
