import { useRead } from "../live/read.ts"
import { Missing } from "../part/empty.tsx"
import { NewChannel } from "./add.tsx"
import { OwnChannels } from "./documents.ts"
import { Line } from "./line.tsx"
import { isEntered } from "./words.ts"

/** How alerts reach the signed-in person, in all their projects. */
export function ContactMethods() {
  const { data, error, again } = useRead(OwnChannels, {})
  const channels = (data?.viewer?.channels ?? []).filter(({ kind }) => isEntered(kind))
  const kinds = (data?.channelKinds ?? []).filter(
    ({ kind, owners }) => isEntered(kind) && owners.includes("USER"),
  )
  const lacking = kinds.filter(({ missing }) => missing !== null)
  return (
    <section className="card" aria-labelledby="contact-methods">
      <div className="card-head">
        <h2 id="contact-methods">Contact methods</h2>
      </div>
      <Missing error={error} onAgain={again} />
      {data !== undefined && channels.length === 0 && (
        <p className="card-body muted">Nothing yet: alerts that page you reach nobody.</p>
      )}
      <ul className="rows">
        {channels.map((channel) => (
          <Line key={channel.id} channel={channel} onChange={again} />
        ))}
      </ul>
      {data !== undefined && (
        <NewChannel
          kinds={kinds.filter(({ missing }) => missing === null)}
          lacking={lacking}
          onMade={again}
        />
      )}
    </section>
  )
}
