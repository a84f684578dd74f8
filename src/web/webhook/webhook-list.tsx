import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useMore } from "../live/load-more.ts"
import { useRead } from "../live/live-read.ts"
import { useRefresh } from "../live/refresh.ts"
import { useProject } from "../project/project-context.ts"
import { SettingRow } from "../settings/part.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { ListCard } from "../ui/list-card.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Ago, Since } from "../ui/time.tsx"
import { EndpointState, hostOf, nameOf } from "./endpoint-state.tsx"
import { WebhooksOfProject, type EndpointRow } from "./webhook-documents.ts"
import { pagesOf } from "../project/pages.ts"

export { NewWebhookPage } from "./new-webhook.tsx"

const newWebhook = "/projects/$projectId/settings/webhooks/new"

export function WebhooksPage(): ReactNode {
  const { id: projectId, may } = useProject()
  const list = useMore(WebhooksOfProject, { projectId }, (data) => data.project?.webhookEndpoints)
  useRefresh(list.again)
  const { data } = useRead(WebhooksOfProject, { projectId })
  const isFree = data?.project?.plan === "FREE"
  const mayAdd = may("webhooks:write") && !isFree
  const add = (
    <ButtonLink to={newWebhook} params={{ projectId }} variant="accent" icon="plus">
      Add endpoint
    </ButtonLink>
  )
  return (
    <>
      <PageHead
        title="Webhooks"
        sub={
          <>
            Signed requests to your servers when something happens.{" "}
            <a href="/docs/webhooks">Documentation</a>
          </>
        }
      >
        {mayAdd && add}
      </PageHead>
      {isFree && (
        <p className="note">
          Webhooks are part of the Pro plan. On the Free plan, endpoints can be read and deleted.
        </p>
      )}
      <ListCard
        label="Webhook endpoints"
        list={list}
        empty={[
          "No webhook endpoints yet",
          "Send incidents to your chat bot, alerts to your ticket system, or every status change to a data warehouse.",
        ]}
        add={mayAdd && add}
      >
        {(endpoint) => <Line key={endpoint.id} endpoint={endpoint} projectId={projectId} />}
      </ListCard>
    </>
  )
}

function Line({ endpoint, projectId }: { endpoint: EndpointRow; projectId: string }) {
  const { id, url, description, eventTypes, consecutiveFailures, failingSince, lastSuccessAt } =
    endpoint
  return (
    <SettingRow
      title={<Link {...pagesOf(projectId).webhook(id)}>{nameOf(endpoint)}</Link>}
      sub={
        <>
          <code>{description === "" ? url.replace(`https://${hostOf(url)}`, "") : url}</code>
          <div>
            {eventTypes.length} {eventTypes.length === 1 ? "event" : "events"} ·{" "}
            {lastSuccessAt === null ? (
              "nothing accepted yet"
            ) : (
              <>
                last accepted <Ago at={lastSuccessAt} />
              </>
            )}
            {failingSince !== null && (
              <>
                {" "}
                · {consecutiveFailures} {consecutiveFailures === 1 ? "attempt" : "attempts"} in a
                row failed, for <Since at={failingSince} />
              </>
            )}
          </div>
        </>
      }
    >
      <EndpointState endpoint={endpoint} />
    </SettingRow>
  )
}
