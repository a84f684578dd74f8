import { getRouteApi } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useMore } from "../live/load-more.ts"
import { useRefresh } from "../live/refresh.ts"
import { Button } from "../ui/button.tsx"
import { Empty, Missing, Waiting } from "../ui/empty.tsx"
import { useProject } from "../project/project-context.ts"
import { ExportMenu } from "../ui/export-menu.tsx"
import { FilterBar } from "../ui/filter-bar.tsx"
import { DeliveriesOfWebhook } from "./delivery-documents.ts"
import { DeliveryLine } from "./delivery-line.tsx"
import { stateWord, webhookStates } from "./delivery-words.ts"
import { useEndpoint } from "./endpoint-context.ts"
import { loggedEvents } from "./event-groups.ts"
import { SendTest } from "./send-test.tsx"

const route = getRouteApi("/signed-in/frame/projects/$projectId/settings/webhooks/$endpointId/")

/** Deliveries have no subscription; a queued one changes within moments. */
const busyMs = 2_000
const quietMs = 10_000

/** Everything that was sent to an endpoint, newest first. */
export function DeliveryLog(): ReactNode {
  const { state, event } = route.useSearch()
  const { id: projectId } = useProject()
  const { endpoint } = useEndpoint()
  const navigate = route.useNavigate()
  const filter = (words: { state?: string | undefined; event?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...words }), replace: true })
  const asked = webhookStates.find((one) => one === state)
  return (
    <section aria-labelledby="deliveries" className="stack">
      <div className="split">
        <h2 id="deliveries">Deliveries</h2>
        <FilterBar
          filters={[
            {
              key: "state",
              label: "All states",
              value: asked ?? "",
              options: webhookStates.map((value) => ({ value, label: stateWord[value] })),
              onChange: (value) => filter({ state: value }),
            },
            {
              key: "event",
              label: "All events",
              value: event ?? "",
              options: loggedEvents.map((value) => ({ value, label: value })),
              onChange: (value) => filter({ event: value }),
            },
          ]}
          onClear={() => filter({ state: undefined, event: undefined })}
        >
          <ExportMenu
            projectId={projectId}
            of={[
              {
                rows: "deliveries",
                filter: {
                  endpointId: endpoint.id,
                  deliveryStates: asked === undefined ? null : [asked],
                  events: event === undefined ? null : [event],
                },
              },
            ]}
          />
        </FilterBar>
      </div>
      <Rows key={`${asked} ${event}`} state={asked} event={event} />
    </section>
  )
}

type RowsProps = { state: (typeof webhookStates)[number] | undefined; event: string | undefined }

function Rows({ state, event }: RowsProps) {
  const { endpoint, mayWrite } = useEndpoint()
  const asked = {
    id: endpoint.id,
    states: state === undefined ? null : [state],
    events: event === undefined ? null : [event],
  }
  const { rows, error, hasMore, isExtended, more, again } = useMore(
    DeliveriesOfWebhook,
    asked,
    (data) => data.webhookEndpoint?.deliveries,
  )
  const isBusy = rows?.some((row) => row.state === "PENDING" && row.attemptCount === 0) === true
  // Reading only the first page again would leave a gap before the others.
  useRefresh(() => !isExtended && again(), isBusy ? busyMs : quietMs)
  const isFiltered = state !== undefined || event !== undefined
  return (
    <div className="card">
      <Missing error={error} onAgain={again} />
      {rows === undefined && error === null && <Waiting />}
      {rows?.length === 0 && (
        <Empty title={isFiltered ? "No matching deliveries" : "Nothing sent yet"}>
          <p>
            {isFiltered
              ? "Clear the filters to see all deliveries."
              : "The first event that this endpoint subscribes to appears here within seconds."}
          </p>
          {mayWrite && !isFiltered && <SendTest onSent={again} />}
        </Empty>
      )}
      <ul className="rows" aria-label="Deliveries">
        {rows?.map((row) => (
          <DeliveryLine key={row.id} delivery={row} mayReplay={mayWrite} onChange={again} />
        ))}
      </ul>
      {hasMore && (
        <div className="part-foot">
          <Button onClick={more}>Load more</Button>
          {isExtended && <span>New deliveries appear after you reload the page.</span>}
        </div>
      )}
    </div>
  )
}
