import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { ResultOf } from "../graphql.ts"
import { useMore } from "../live/load-more.ts"
import { useProject } from "../project/project-context.ts"
import { SettingRow } from "../settings/part.tsx"
import { Badge } from "../ui/badge.tsx"
import { Button, ButtonLink } from "../ui/button.tsx"
import { Empty, Missing, Waiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Ago } from "../ui/time.tsx"
import { TeamChannels } from "./channel-documents.ts"
import { recordOf } from "./channel-record.ts"

type Channel = NonNullable<
  ResultOf<typeof TeamChannels>["project"]
>["channels"]["edges"][number]["node"]

const newChannel = "/projects/$projectId/settings/channels/new"

/** Channels that rules of on-call policies can name. */
export function ChannelsPage(): ReactNode {
  const { id: projectId, may } = useProject()
  const { rows, error, hasMore, more, again } = useMore(
    TeamChannels,
    { projectId },
    (data) => data.project?.channels,
  )
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
      <section className="card" aria-label="Channels of this project">
        <Missing error={error} onAgain={again} />
        {rows === undefined && error === null && <Waiting />}
        {rows?.length === 0 && (
          <Empty title="No team channels yet">
            <p>Add a Slack or Discord channel, a team mailbox, or a shared phone.</p>
            {mayWrite && (
              <ButtonLink to={newChannel} params={params}>
                Add channel
              </ButtonLink>
            )}
          </Empty>
        )}
        <ul>
          {rows?.map((channel) => (
            <Line key={channel.id} channel={channel} projectId={projectId} />
          ))}
        </ul>
        {hasMore && (
          <div className="part-foot">
            <Button onClick={more}>Show more</Button>
          </div>
        )}
      </section>
    </>
  )
}

function Line({ channel, projectId }: { channel: Channel; projectId: string }) {
  const { id, kind, name, hint, lastDeliveredAt, lastError } = channel
  return (
    <SettingRow
      title={
        <>
          <Link
            to="/projects/$projectId/settings/channels/$channelId"
            params={{ projectId, channelId: id }}
          >
            {name}
          </Link>
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
          {lastError !== null && <div>Last delivery failed: {lastError}</div>}
        </>
      }
    >
      <ChannelState channel={channel} />
    </SettingRow>
  )
}

export function ChannelState({
  channel: { enabled, verifiedAt, lastError },
}: {
  channel: Pick<Channel, "enabled" | "verifiedAt" | "lastError">
}) {
  if (!enabled) return <Badge tone="unknown">Off</Badge>
  if (verifiedAt === null) return <Badge tone="warning">Not verified</Badge>
  if (lastError !== null) return <Badge tone="bad">Failing</Badge>
  return <Badge tone="good">Ready</Badge>
}
