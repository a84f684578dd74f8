import { useConnection } from "../live/connection.ts"
import { Ago } from "../ui/time.tsx"

/** Whether live updates arrive. */
export function LineState() {
  const { state } = useConnection()
  const word = { idle: "Connecting", live: "Live", lost: "Reconnecting" }[state]
  return (
    <p className="line-state" data-state={state}>
      <span className="dot" /> {word}
    </p>
  )
}

/** Says that the page may be out of date, and since when. */
export function Stale() {
  const { lostAt } = useConnection()
  return (
    <div role="status">
      {lostAt !== null && (
        <p className="stale">
          <span>
            Connection lost <Ago at={lostAt.toISOString()} />. This page may be out of date.
            Reconnecting…
          </span>
        </p>
      )}
    </div>
  )
}
