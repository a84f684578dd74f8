import { getRouteApi } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { TeamChannels } from "../channel/channel-documents.ts"
import { useRead } from "../live/live-read.ts"
import { MembersOfProject } from "../member/member-documents.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { FilterBar } from "../ui/filter-bar.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { readRange, writeRange } from "../ui/range.ts"
import { RangePicker } from "../ui/range-picker.tsx"
import { stateWord } from "../webhook/delivery-words.ts"
import { nameOf } from "../webhook/endpoint-state.tsx"
import { WebhooksOfProject } from "../webhook/webhook-documents.ts"
import { DeliveryRows } from "./delivery-rows.tsx"
import { queues, queueWord, states } from "./delivery-words.ts"

export { DeliveryLog } from "../webhook/delivery-log.tsx"

const route = getRouteApi("/signed-in/frame/projects/$projectId/settings/deliveries")

/** Everything that was sent to people, team channels, webhook endpoints and subscribers. */
export function DeliveriesPage(): ReactNode {
  const search = route.useSearch()
  const { alert, kind, person, state, to } = search
  const navigate = route.useNavigate()
  const { id: projectId, may } = useProject()
  const range = readRange(search, "7d")
  const change = (words: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...words }), replace: true })
  const filter = (key: "kind" | "person" | "state" | "to", label: string, options: Option[]) => ({
    key,
    label,
    value: search[key] ?? "",
    options,
    onChange: (value: string) => change({ [key]: value === "" ? undefined : value }),
  })
  const { people, receivers } = useReceivers()
  return (
    <>
      <PageHead
        title="Deliveries"
        sub="Every page, notice and webhook of the last 90 days, with its attempts."
      />
      <div className="split">
        <FilterBar
          filters={[
            filter(
              "state",
              "All states",
              states.map((value) => ({ value, label: stateWord[value] })),
            ),
            filter(
              "kind",
              "All kinds",
              queues.map((value) => ({ value, label: queueWord[value] })),
            ),
            ...(may("members:read") ? [filter("person", "Everyone", people)] : []),
            ...(receivers.length > 0 ? [filter("to", "All channels", receivers)] : []),
          ]}
          hasMore={alert !== undefined}
          onClear={() =>
            change({
              alert: undefined,
              kind: undefined,
              person: undefined,
              state: undefined,
              to: undefined,
            })
          }
        >
          {alert !== undefined && (
            <Button icon="close" onClick={() => change({ alert: undefined })}>
              One alert
            </Button>
          )}
        </FilterBar>
        <RangePicker value={range} onChange={(next) => change(writeRange(next))} />
      </div>
      <DeliveryRows
        key={JSON.stringify([projectId, alert, kind, person, state, to, range])}
        filter={{ alert, kind, person, state, to }}
        range={range}
      />
    </>
  )
}

type Option = { value: string; label: string }

/** Members, team channels and webhook endpoints, as far as the viewer may read them. */
function useReceivers(): { people: Option[]; receivers: Option[] } {
  const { id: projectId, may } = useProject()
  const asked = { projectId }
  const members = useRead(MembersOfProject, asked, { pause: !may("members:read") }).data
  const channels = useRead(TeamChannels, asked, { pause: !may("on_call:read") }).data
  const webhooks = useRead(WebhooksOfProject, asked, { pause: !may("webhooks:read") }).data
  return {
    people: (members?.project?.members.edges ?? []).map(({ node: { userId, name } }) => ({
      value: userId,
      label: name,
    })),
    receivers: [
      ...(channels?.project?.channels.edges ?? []).map(({ node: { id, name } }) => ({
        value: `channel.${id}`,
        label: name,
      })),
      ...(webhooks?.project?.webhookEndpoints.edges ?? []).map(({ node }) => ({
        value: `webhook.${node.id}`,
        label: nameOf(node),
      })),
    ],
  }
}
