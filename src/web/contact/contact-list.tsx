import { useRead } from "../live/live-read.ts"
import { Missing } from "../ui/empty.tsx"
import { NewChannel } from "./add-contact.tsx"
import { OwnChannels } from "./contact-documents.ts"
import { Line } from "./contact-line.tsx"
import { isEntered, type ChannelView, type KindView } from "./contact-messages.ts"

/** How alerts reach the signed-in person, in all their projects. */
export function ContactMethods() {
  const { data, error, again } = useRead(OwnChannels, {})
  return (
    <Channels
      id="contact-methods"
      title="Contact methods"
      empty="No contact methods yet. Alerts cannot reach you."
      channels={data?.viewer?.channels}
      kinds={data?.channelKinds ?? []}
      projectId={null}
      mayWrite
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
  // Viewers see no empty card, not even while the list loads.
  if (!mayWrite && error === null && (shown ?? []).length === 0) return null
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
