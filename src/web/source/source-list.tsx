import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useMore } from "../live/load-more.ts"
import { useRefresh } from "../live/refresh.ts"
import { useProject } from "../project/project-context.ts"
import { SettingRow } from "../settings/part.tsx"
import { Badge } from "../ui/badge.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { ListCard } from "../ui/list-card.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Ago } from "../ui/time.tsx"
import { SourcesOfProject, type SourceRow } from "./source-documents.ts"
import { kindWord } from "./source-words.ts"

export { NewSourcePage } from "./new-source.tsx"

export function SourcesPage(): ReactNode {
  const { id: projectId, mayWhole, pages } = useProject()
  const list = useMore(SourcesOfProject, { projectId }, (data) => data.project?.sources)
  useRefresh(list.again)
  const mayAdd = mayWhole("alerts:write")
  const add = (
    <ButtonLink {...pages.newSource} variant="accent" icon="plus">
      New source
    </ButtonLink>
  )
  return (
    <>
      <PageHead
        title="Alert sources"
        sub={
          <>
            Alerts of other systems, paged by your on-call policies.{" "}
            <a href="/docs/alerts-in">Documentation</a>
          </>
        }
      >
        {mayAdd && add}
      </PageHead>
      <ListCard
        label="Sources of alerts"
        list={list}
        empty={[
          "No sources yet",
          "Give everything that sends to PagerDuty, or posts JSON, an address here instead.",
        ]}
        add={mayAdd && add}
      >
        {(source) => <Line key={source.id} source={source} />}
      </ListCard>
    </>
  )
}

function Line({ source }: { source: SourceRow }) {
  const { pages } = useProject()
  const { id, name, kind, lastReceivedAt } = source
  return (
    <SettingRow
      title={<Link {...pages.source(id)}>{name}</Link>}
      sub={
        lastReceivedAt === null ? (
          `${kindWord[kind]} · nothing received yet`
        ) : (
          <>
            {kindWord[kind]} · last received <Ago at={lastReceivedAt} />
          </>
        )
      }
    >
      <SourceState source={source} />
    </SettingRow>
  )
}

/** A refusal after the last accepted request is what its owner should look at. */
export function SourceState({ source }: { source: SourceRow }) {
  const { isEnabled, lastReceivedAt, lastRefusedAt } = source
  if (!isEnabled) return <Badge tone="unknown">Disabled</Badge>
  const isRefusing =
    lastRefusedAt !== null &&
    (lastReceivedAt === null || Date.parse(lastRefusedAt) > Date.parse(lastReceivedAt))
  if (isRefusing) return <Badge tone="bad">Refusing</Badge>
  if (lastReceivedAt === null) return <Badge tone="unknown">Waiting</Badge>
  return <Badge tone="good">Receiving</Badge>
}
