import { Findings } from "../ui/findings.tsx"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { ResultOf } from "../graphql.ts"
import { useMore } from "../live/load-more.ts"
import { useProject } from "../project/project-context.ts"
import { SettingRow } from "../settings/part.tsx"
import { Badge } from "../ui/badge.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { ListCard } from "../ui/list-card.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Ago } from "../ui/time.tsx"
import { TeamChannels } from "./channel-documents.ts"
import { recordOf } from "./channel-record.ts"
import { pagesOf } from "../project/pages.ts"

export { NewChannelPage } from "./new-channel.tsx"

type Channel = NonNullable<
  ResultOf<typeof TeamChannels>["project"]
>["channels"]["edges"][number]["node"]

const newChannel = "/projects/$projectId/settings/channels/new"

/** Channels that rules of on-call policies can name. */
export function ChannelsPage(): ReactNode {
  const { id: projectId, may } = useProject()
  const list = useMore(TeamChannels, { projectId }, (data) => data.project?.channels)
  const params = { projectId }
  const mayWrite = may("on_call:write")
  return (
    <>
      <PageHead
        title="Team channels"
        sub="On-call policies can page a team channel like a person, and it gets the project's notices."
      >
        {mayWrite && (
          <ButtonLink to={newChannel} params={params} variant="accent" icon="plus">
            Add channel
          </ButtonLink>
        )}
      </PageHead>
      <ListCard
        label="Channels of this project"
        list={list}
        empty={[
          "No team channels yet",
          "Add a Slack or Discord channel, a team mailbox, or a shared phone.",
        ]}
        add={
          mayWrite && (
            <ButtonLink to={newChannel} params={params}>
              Add channel
            </ButtonLink>
          )
        }
      >
        {(channel) => <Line key={channel.id} channel={channel} projectId={projectId} />}
      </ListCard>
    </>
  )
}

function Line({ channel, projectId }: { channel: Channel; projectId: string }) {
  const { id, kind, name, hint, lastDeliveredAt, lastFindings } = channel
  return (
    <SettingRow
      title={
        <>
          <Link {...pagesOf(projectId).channel(id)}>{name}</Link>
          <Badge>{recordOf(kind).title}</Badge>
        </>
      }
      sub={
        <>
          {hint}
          {lastDeliveredAt !== null && (
            <>
              {" "}
              · last accepted <Ago at={lastDeliveredAt} />
            </>
          )}
          {lastFindings.length > 0 && (
            <div>
              Last delivery failed: <Findings of={lastFindings} />
            </div>
          )}
        </>
      }
    >
      <ChannelState channel={channel} />
    </SettingRow>
  )
}

export function ChannelState({
  channel: { enabled, verifiedAt, lastFindings },
}: {
  channel: Pick<Channel, "enabled" | "verifiedAt" | "lastFindings">
}) {
  if (!enabled) return <Badge tone="unknown">Off</Badge>
  if (verifiedAt === null) return <Badge tone="warning">Not verified</Badge>
  if (lastFindings.length > 0) return <Badge tone="bad">Failing</Badge>
  return <Badge tone="good">Ready</Badge>
}
