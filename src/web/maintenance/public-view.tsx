import { Glyph } from "../ui/glyph.tsx"
import { DayAndTime, Since } from "../ui/time.tsx"

type Props = { title: string; description: string; startsAt: string; endsAt: string }

/** A window as visitors of a status page see it. */
export const PublicView = ({ title, description, startsAt, endsAt }: Props) => (
  <article className="public-view">
    <Glyph mood="maintenance" />
    <div>
      <strong className="words">{title.trim() || "Title"}</strong>
      <p className="muted small">
        <DayAndTime at={startsAt} /> · <Since at={startsAt} until={endsAt} />
      </p>
      {description.trim() !== "" && <p className="words small">{description}</p>}
    </div>
  </article>
)
