import { Findings } from "../ui/findings.tsx"
import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import type { ResultOf } from "../graphql.ts"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { NoItem } from "../project/no-item.tsx"
import { useProject } from "../project/project-context.ts"
import { Part, SettingRow } from "../settings/part.tsx"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Switch } from "../ui/switch.tsx"
import { DayAndTime } from "../ui/time.tsx"
import { DeleteTeamChannel, TeamChannel, UpdateTeamChannel } from "./channel-documents.ts"
import { ChannelState } from "./channel-list.tsx"
import { recordOf } from "./channel-record.ts"
import { ChannelUse } from "./channel-use.tsx"
import { EditChannel } from "./edit-channel.tsx"
import { TestButton } from "./test-channel.tsx"
import { VerifyChannel } from "./verify-channel.tsx"
import { ConfirmChange } from "../live/confirm-change.tsx"
import { pagesOf } from "../project/pages.ts"

export type Channel = NonNullable<ResultOf<typeof TeamChannel>["channel"]>
export type ChannelProps = { channel: Channel; onChange(): void }

const route = getRouteApi("/signed-in/frame/projects/$projectId/settings/channels/$channelId")

export function ChannelPage(): ReactNode {
  const { channelId, projectId } = route.useParams()
  const read = useRead(TeamChannel, { id: channelId })
  const { data, again } = read
  const channel = data?.channel
  const back = { label: "Team channels", ...pagesOf(projectId).channels }
  if (!channel || channel.project?.id !== projectId) {
    return <NoItem noun="Channel" read={read} back={back} />
  }
  return (
    <>
      <PageHead
        title={channel.name}
        back={back}
        sub={
          <>
            {recordOf(channel.kind).title} · {channel.hint} · <ChannelState channel={channel} />
          </>
        }
      />
      <ChannelParts channel={channel} onChange={again} />
    </>
  )
}

function ChannelParts({ channel, onChange }: ChannelProps) {
  const { may } = useProject()
  const mayWrite = may("on_call:write")
  return (
    <>
      {channel.lastFindings.length > 0 && (
        <p className="refused" role="status">
          Last delivery failed: <Findings of={channel.lastFindings} />
        </p>
      )}
      {mayWrite && channel.verifiedAt === null && (
        <VerifyChannel channel={channel} onChange={onChange} />
      )}
      {mayWrite && channel.verifiedAt !== null && <State channel={channel} onChange={onChange} />}
      <ChannelUse channelId={channel.id} />
      {mayWrite && <EditChannel channel={channel} onChange={onChange} />}
      <Log channel={channel} />
      {mayWrite && <Remove channel={channel} />}
    </>
  )
}

function State({ channel, onChange }: ChannelProps) {
  const { id, enabled } = channel
  const change = useChange(UpdateTeamChannel)
  const turn = async (isOn: boolean) => {
    if ((await change.run({ id, enabled: isOn })) !== null) onChange()
  }
  return (
    <Part title="Sending" side={enabled && <TestButton id={id} onChange={onChange} />}>
      <div className="part-body">
        <Switch
          label="Send to this channel"
          hint="While it is off, pages skip it and go to the next target of the policy."
          isOn={enabled}
          isDisabled={change.isRunning}
          onChange={(isOn) => void turn(isOn)}
        />
      </div>
    </Part>
  )
}

const stateTone = { ACCEPTED: "good", DELIVERED: "good", DEAD: "bad", PENDING: "warning" } as const

function Log({ channel: { deliveries } }: { channel: Channel }) {
  return (
    <Part title="Codes and tests" text="The latest ten. Pages are listed in their alerts.">
      <ul>
        {deliveries.edges.map(
          ({ node: { id, event, state, lastFindings, attemptCount, createdAt } }) => (
            <SettingRow
              key={id}
              title={event === "channel.code" ? "Verification code" : "Test message"}
              sub={
                <>
                  <DayAndTime at={createdAt} />
                  {attemptCount > 1 && ` · ${attemptCount} attempts`}
                  {lastFindings.length > 0 && (
                    <>
                      {" · "}
                      <Findings of={lastFindings} />
                    </>
                  )}
                </>
              }
            >
              <Badge
                tone={state in stateTone ? stateTone[state as keyof typeof stateTone] : "plain"}
              >
                {state.charAt(0) + state.slice(1).toLowerCase()}
              </Badge>
            </SettingRow>
          ),
        )}
      </ul>
    </Part>
  )
}

function Remove({ channel: { id, name } }: { channel: Channel }) {
  const { pages } = useProject()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  return (
    <Part
      isDanger
      title="Delete channel"
      text="Nothing more is sent there."
      side={
        <Button variant="danger" onClick={() => setAsking(true)}>
          Delete…
        </Button>
      }
    >
      {isAsking && (
        <ConfirmChange
          title={`Delete ${name}?`}
          text="Pending deliveries are canceled. Rules of policies that name only this channel reach nobody: check their readiness."
          verb="Delete channel"
          document={DeleteTeamChannel}
          variables={{ id }}
          said={`Channel ${name} deleted`}
          onDone={() => void navigate(pages.channels)}
          onClose={() => setAsking(false)}
        />
      )}
    </Part>
  )
}
