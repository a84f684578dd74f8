import { getRouteApi, Outlet } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { useRefresh } from "../live/refresh.ts"
import { NoItem } from "../project/no-item.tsx"
import { useProject } from "../project/project-context.ts"
import { PageHead } from "../ui/page-head.tsx"
import { TabLinks } from "../ui/tabs.tsx"
import { Ago, DayAndTime, Since } from "../ui/time.tsx"
import { useNow } from "../ui/use-clock.ts"
import { EndpointActions } from "./endpoint-actions.tsx"
import { EndpointContext } from "./endpoint-context.ts"
import { EndpointState, nameOf } from "./endpoint-state.tsx"
import { OneWebhook, type EndpointRow } from "./webhook-documents.ts"
import { pagesOf } from "../project/pages.ts"
import "./webhook.css"

const route = getRouteApi("/signed-in/frame/projects/$projectId/settings/webhooks/$endpointId")

/** The head of an endpoint's pages: its health and what can be done with it. */
export function WebhookPage(): ReactNode {
  const { endpointId, projectId } = route.useParams()
  const { may } = useProject()
  const read = useRead(OneWebhook, { id: endpointId })
  const { data, again } = read
  useRefresh(again, 5_000)
  const endpoint = data?.webhookEndpoint
  const back = { label: "Webhooks", ...pagesOf(projectId).webhooks }
  if (!endpoint) return <NoItem noun="Webhook" read={read} back={back} />
  const mayWrite = may("webhooks:write")
  const params = { projectId, endpointId }
  const page = "/projects/$projectId/settings/webhooks/$endpointId"
  return (
    <EndpointContext value={{ endpoint, mayWrite, onChange: again }}>
      <PageHead
        title={nameOf(endpoint)}
        back={back}
        sub={
          <span className="endpoint-sub">
            <EndpointState endpoint={endpoint} /> <code>{endpoint.url}</code>
          </span>
        }
      >
        {mayWrite && <EndpointActions />}
      </PageHead>
      <Health endpoint={endpoint} />
      {mayWrite && (
        <TabLinks
          label="Webhook endpoint"
          items={[
            { label: "Deliveries", to: page, params, isExact: true },
            { label: "Settings", to: `${page}/settings`, params },
          ]}
        />
      )}
      <Outlet />
    </EndpointContext>
  )
}

function Health({ endpoint }: { endpoint: EndpointRow }) {
  const { consecutiveFailures, failingSince, lastSuccessAt, secretHint } = endpoint
  const { previousSecretExpiresAt: overlapEndsAt, eventTypes } = endpoint
  const now = useNow()
  return (
    <dl className="health-line">
      <div>
        <dt>Last accepted</dt>
        <dd>{lastSuccessAt === null ? "Never" : <Ago at={lastSuccessAt} />}</dd>
      </div>
      <div>
        <dt>Failures in a row</dt>
        <dd data-bad={consecutiveFailures > 0 || undefined}>
          {consecutiveFailures}
          {failingSince !== null && (
            <span className="muted small">
              {" "}
              for <Since at={failingSince} />
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>Events</dt>
        <dd>{eventTypes.length}</dd>
      </div>
      <div>
        <dt>Signing secret</dt>
        <dd>
          <code>…{secretHint}</code>
          {overlapEndsAt !== null && Date.parse(overlapEndsAt) > now && (
            <div className="muted small">
              previous one signs until <DayAndTime at={overlapEndsAt} />
            </div>
          )}
        </dd>
      </div>
    </dl>
  )
}
