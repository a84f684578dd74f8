import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { useMore } from "../live/load-more.ts"
import { useRefresh } from "../live/refresh.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Empty, Missing, Waiting } from "../ui/empty.tsx"
import { spanOf, type Range } from "../ui/range.ts"
import { titleOf } from "../ui/title-of.ts"
import { DeliveryLine } from "../webhook/delivery-line.tsx"
import { ProjectDeliveries, type LoggedDelivery } from "./delivery-documents.ts"
import { queues, recipientInWords, replayNeeds, states } from "./delivery-words.ts"
import "../webhook/webhook.css"

/** Deliveries have no subscription. */
const refreshMs = 10_000

type Filter = Partial<Record<"alert" | "kind" | "person" | "state" | "to", string | undefined>>

const idOf = (to: string | undefined, kind: "channel" | "webhook"): string | null =>
  to?.startsWith(`${kind}.`) === true ? to.slice(kind.length + 1) : null

/** The deliveries that match, newest first. */
export function DeliveryRows({ filter, range }: { filter: Filter; range: Range }) {
  const { id: projectId, may } = useProject()
  const { alert, kind, person, state, to } = filter
  const [asked] = useState(() => {
    const { from, until } = spanOf(range, new Date())
    const queue = queues.find((one) => one === kind)
    const wanted = states.find((one) => one === state)
    return {
      projectId,
      queues: queue === undefined ? queues : [queue],
      states: wanted === undefined ? null : [wanted],
      userId: person ?? null,
      alertId: alert ?? null,
      channelId: idOf(to, "channel"),
      endpointId: idOf(to, "webhook"),
      since: from.toISOString(),
      until: "preset" in range ? null : until.toISOString(),
    }
  })
  const { rows, error, hasMore, isExtended, more, again } = useMore(
    ProjectDeliveries,
    asked,
    (data) => data.project?.deliveries,
  )
  // Reading only the first page again would leave a gap before the others.
  useRefresh(() => !isExtended && again(), refreshMs)
  return (
    <section className="card" aria-label="Deliveries">
      <Missing error={error} onAgain={again} />
      {rows === undefined && error === null && <Waiting rows={6} />}
      {rows?.length === 0 && (
        <Empty title="No matching deliveries">
          <p>Nothing was sent in this time, or the filters leave it out.</p>
        </Empty>
      )}
      <ul className="rows">
        {rows?.map((row) => (
          <DeliveryLine
            key={row.id}
            delivery={row}
            mayReplay={may(replayNeeds(row))}
            recipient={<Recipient delivery={row} />}
            more={row.alert && <AlertOf alert={row.alert} />}
            onChange={again}
          />
        ))}
      </ul>
      {hasMore && (
        <div className="part-foot">
          <Button onClick={more}>Load more</Button>
          {isExtended && <span>New deliveries appear after you reload the page.</span>}
        </div>
      )}
    </section>
  )
}

function Recipient({ delivery }: { delivery: LoggedDelivery }) {
  const { name, way } = recipientInWords(delivery)
  return (
    <>
      <strong>{name}</strong>
      <span className="muted">{way}</span>
    </>
  )
}

function AlertOf({ alert }: { alert: NonNullable<LoggedDelivery["alert"]> }) {
  const { pages } = useProject()
  return (
    <p className="delivery-alert small">
      <Link {...pages.alert(alert.id)}>
        #{alert.number} {titleOf(alert)}
      </Link>
    </p>
  )
}
