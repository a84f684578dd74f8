import { Badge } from "../ui/badge.tsx"
import { Missing, Waiting } from "../ui/empty.tsx"
import { Markdown } from "../ui/markdown.tsx"
import { Ago } from "../ui/time.tsx"
import { subscribersInWords } from "./audience-words.ts"
import { capital } from "../ui/capital.ts"
import type { Audience } from "./incident-side-documents.ts"
import { Card } from "../ui/card.tsx"

type Props = { isWaiting: boolean; audience: Audience; error: string | null; onAgain(): void }

/** What each status page says of the incident now. */
export const PublicView = ({ isWaiting, audience, error, onAgain }: Props) => (
  <Card title="What the public sees">
    <Missing error={error} onAgain={onAgain} />
    {isWaiting ? (
      <Waiting rows={1} />
    ) : audience.length === 0 ? (
      <p className="card-body muted small">
        Nothing: no status page shows this incident. Only the team sees it.
      </p>
    ) : (
      <ul className="rows public-pages">
        {audience.map((one) => (
          <li key={one.statusPage.id}>
            <OnePage audience={one} />
          </li>
        ))}
      </ul>
    )}
  </Card>
)

function OnePage({ audience }: { audience: Audience[number] }) {
  const { statusPage, components, subscribers, isAdded, shown } = audience
  const affects = components.length > 0 ? components.join(", ") : isAdded ? "Added by hand" : ""
  const spoken = shown?.updates.find(({ body }) => body !== null)
  const latest = shown?.updates[0]
  return (
    <>
      <p className="row">
        <a href={statusPage.url} target="_blank" rel="noreferrer">
          {statusPage.name}
        </a>
        {!statusPage.isPublic && <Badge>Private</Badge>}
      </p>
      <p className="muted small">
        {affects} · {subscribersInWords(subscribers)}
      </p>
      {shown !== null && (
        <div className="public-quote">
          <p className="public-title">{shown.title}</p>
          <p className="muted small">
            {capital(shown.stateName)}
            {latest !== undefined && (
              <>
                {" · updated "}
                <Ago at={latest.at} />
              </>
            )}
          </p>
          {spoken?.body && <Markdown text={spoken.body} />}
        </div>
      )}
    </>
  )
}
