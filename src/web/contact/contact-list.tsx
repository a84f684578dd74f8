import { useRead } from "../live/live-read.ts"
import { Card } from "../ui/card.tsx"
import { Missing } from "../ui/empty.tsx"
import { NewChannel } from "./add-contact.tsx"
import { OwnChannels } from "./contact-documents.ts"
import { Line } from "./contact-line.tsx"
import { isEntered } from "./contact-messages.ts"

/** How alerts reach the signed-in person, in all their projects. */
export function ContactMethods() {
  const { data, error, again } = useRead(OwnChannels, {})
  const shown = data?.viewer?.channels.filter(({ kind }) => isEntered(kind))
  const kinds = (data?.channelKinds ?? []).filter(
    ({ kind, owners }) => isEntered(kind) && owners.includes("USER"),
  )
  return (
    <Card title="Contact methods">
      <Missing error={error} onAgain={again} />
      {shown?.length === 0 && (
        <p className="card-body muted">No contact methods yet. Alerts cannot reach you.</p>
      )}
      <ul className="rows">
        {shown?.map((channel) => (
          <Line key={channel.id} channel={channel} onChange={again} />
        ))}
      </ul>
      {shown && <NewChannel kinds={kinds} onMade={again} />}
    </Card>
  )
}
