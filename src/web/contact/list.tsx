import { useRead } from "../live/read.ts"
import { Missing } from "../part/empty.tsx"
import { useProject } from "../project/context.ts"
import { NewChannel } from "./add.tsx"
import { OwnChannels, RoomsOfProject } from "./documents.ts"
import { Line } from "./line.tsx"
import type { ChannelView, KindView } from "./words.ts"
import { isEntered } from "./words.ts"

/** How alerts reach the signed-in person, in all their projects. */
export function ContactMethods() {
  const { data, error, again } = useRead(OwnChannels, {})
  return (
    <Channels
      id="contact-methods"
      title="Contact methods"
      empty="Nothing yet: alerts that page you reach nobody."
      channels={data?.viewer?.channels}
      kinds={data?.channelKinds ?? []}
      projectId={null}
      mayWrite
      error={error}
      onChange={again}
    />
  )
}

/** Where a project's team reads along; rules of policies name them. */
export function Rooms() {
  const { id, may } = useProject()
  const { data, error, again } = useRead(RoomsOfProject, { id })
  return (
    <Channels
      id="rooms"
      title="Rooms"
      empty="Rooms of Slack or Discord, a team's mailbox or a shared phone: policies page them like people."
      channels={data?.project?.channels.edges.map(({ node }) => node)}
      kinds={data?.channelKinds ?? []}
      projectId={id}
      mayWrite={may("on_call:write")}
      error={error}
      onChange={again}
    />
  )
}

type Props = {
  id: string
  title: string
  empty: string
  channels: ChannelView[] | undefined
  kinds: KindView[]
  projectId: string | null
  mayWrite: boolean
  error: string | null
  onChange(): void
}

function Channels({ id, title, empty, channels, kinds, projectId, ...rest }: Props) {
  const { mayWrite, error, onChange } = rest
  const owner = projectId === null ? "USER" : "PROJECT"
  const shown = channels?.filter(({ kind }) => isEntered(kind))
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
      </div>
      <Missing error={error} onAgain={onChange} />
      {shown?.length === 0 && <p className="card-body muted">{empty}</p>}
      <ul className="rows">
        {shown?.map((channel) => (
          <Line key={channel.id} channel={channel} mayWrite={mayWrite} onChange={onChange} />
        ))}
      </ul>
      {shown !== undefined && mayWrite && (
        <NewChannel
          projectId={projectId}
          kinds={kinds.filter(({ kind, owners }) => isEntered(kind) && owners.includes(owner))}
          onMade={onChange}
        />
      )}
    </section>
  )
}
