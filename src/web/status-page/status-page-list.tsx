import { Link } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { useChangeEvents } from "../live/events.ts"
import { useMore } from "../live/load-more.ts"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { Empty } from "../ui/empty.tsx"
import { Lighthouse } from "../ui/lighthouse.tsx"
import { PageRows } from "../project/page-rows.tsx"
import { Menu } from "../ui/menu.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Ago } from "../ui/time.tsx"
import { DeletePage } from "./delete-status-page.tsx"
import { StatusPageChanged, StatusPages, type StatusPageRow } from "./status-page-documents.ts"
import { addressOf, visibilityOf } from "./status-page-messages.ts"
import "./status-page-list.css"
import { counted } from "../ui/counted.ts"

export function StatusPageList(): ReactNode {
  const { id: projectId, may, pages } = useProject()
  const mayWrite = may("status_pages:write")
  const list = useMore(StatusPages, { projectId, mayWrite }, (data) => data.project?.statusPages)
  const [doomed, setDoomed] = useState<StatusPageRow | null>(null)
  useChangeEvents(
    StatusPageChanged,
    { projectId },
    ({ statusPageChanged }) => statusPageChanged,
    list.again,
  )
  const { rows } = list
  const create = mayWrite && (
    <ButtonLink {...pages.newStatusPage} variant="accent" icon="plus">
      New status page
    </ButtonLink>
  )
  return (
    <>
      <PageHead title="Status pages">{rows !== undefined && rows.length > 0 && create}</PageHead>
      <PageRows
        list={list}
        waiting={3}
        empty={
          <Empty title="No status pages yet" drawing={<Lighthouse />}>
            <p>Tell customers what works, before they ask: incidents appear by themselves.</p>
            {create}
          </Empty>
        }
      >
        {(page) => <PageRow key={page.id} page={page} onDelete={() => setDoomed(page)} />}
      </PageRows>
      {doomed !== null && (
        <DeletePage
          page={{ ...doomed, subscribers: doomed.subscribers?.totalCount ?? 0 }}
          onClose={() => setDoomed(null)}
          onDeleted={() => {
            setDoomed(null)
            list.again()
          }}
        />
      )}
    </>
  )
}

function PageRow({ page, onDelete }: { page: StatusPageRow; onDelete(): void }) {
  const { id: projectId, may } = useProject()
  const { word, tone } = visibilityOf(page)
  const address = addressOf(page)
  const params = { projectId, pageId: page.id }
  const to = "/projects/$projectId/status-pages/$pageId/{-$tab}"
  return (
    <li className="status-page-row hovers">
      <div className="status-page-name">
        <Link className="row-link clip" to={to} params={params}>
          {page.name}
        </Link>
        <a className="muted small clip" href={address} target="_blank" rel="noreferrer">
          {address.replace(/^https?:\/\//, "")}
        </a>
      </div>
      <Badge tone={tone}>{word}</Badge>
      <span className="status-page-fact">{counted(page.componentCount, "component")}</span>
      <span className="status-page-fact">
        {page.subscribers && counted(page.subscribers.totalCount, "subscriber")}
      </span>
      <span className="muted small status-page-fact">
        <Ago at={page.updatedAt} />
      </span>
      <Menu
        label={`Actions for ${page.name}`}
        items={[
          { label: "Edit", icon: "edit", link: { to, params } },
          may("status_pages:write") && {
            label: "Delete status page…",
            icon: "trash",
            isDanger: true,
            run: onDelete,
          },
        ]}
      />
    </li>
  )
}
