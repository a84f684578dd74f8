import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { useClient } from "urql"
import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { Confirm } from "../ui/dialog.tsx"
import { Menu } from "../ui/menu.tsx"
import { DayAndTime } from "../ui/time.tsx"
import { toast } from "../ui/toast.tsx"
import { DeliveriesOfWebhook } from "./delivery-documents.ts"
import { useEndpoint } from "./endpoint-context.ts"
import { nameOf } from "./endpoint-state.tsx"
import { ReplayDialog } from "./replay-dialog.tsx"
import { SendTest } from "./send-test.tsx"
import { ShowSecret } from "./show-secret.tsx"
import { DeleteWebhook, RotateWebhookSecret, UpdateWebhook } from "./webhook-documents.ts"
import { ConfirmChange } from "../live/confirm-change.tsx"

type Asked = "replay" | "rotate" | "disable" | "delete"

/** What can be done with an endpoint: test it, then the rest in a menu. */
export function EndpointActions() {
  const { endpoint, onChange } = useEndpoint()
  const client = useClient()
  const [asked, ask] = useState<Asked | null>(null)
  const update = useChange(UpdateWebhook)
  const close = () => ask(null)
  // What the log shows without filters; with filters it follows within seconds.
  const readLog = () => {
    const all = { id: endpoint.id, states: null, events: null }
    void client.query(DeliveriesOfWebhook, all, { requestPolicy: "network-only" }).toPromise()
  }
  const enable = async () => {
    if ((await update.run({ id: endpoint.id, enabled: true })) === null) return
    toast("Endpoint enabled")
    onChange()
  }
  return (
    <>
      {endpoint.enabled && <SendTest isPrimary onSent={readLog} />}
      <Menu
        label="More actions"
        items={[
          { label: "Replay since…", run: () => ask("replay") },
          { label: "Rotate secret…", run: () => ask("rotate") },
          endpoint.enabled
            ? { label: "Disable…", run: () => ask("disable") }
            : { label: "Enable", run: () => void enable() },
          "line",
          { label: "Delete…", icon: "trash", isDanger: true, run: () => ask("delete") },
        ]}
      />
      {update.refusal !== null && <p className="field-issue">{update.refusal.message}</p>}
      {asked === "replay" && <ReplayDialog onSent={readLog} onClose={close} />}
      {asked === "rotate" && <Rotate onClose={close} />}
      {asked === "disable" && <Disable onClose={close} />}
      {asked === "delete" && <Delete onClose={close} />}
    </>
  )
}

type Props = { onClose(): void }

function Rotate({ onClose }: Props) {
  const { endpoint, onChange } = useEndpoint()
  const rotate = useChange(RotateWebhookSecret)
  const [made, setMade] = useState<{ secret: string; endsAt: string } | null>(null)
  const onYes = async () => {
    const done = await rotate.run({ id: endpoint.id })
    if (done === null) return
    const { secret, previousSecretExpiresAt } = done.rotateWebhookSecret
    setMade({ secret, endsAt: previousSecretExpiresAt })
    onChange()
  }
  if (made !== null) {
    return (
      <ShowSecret title="Secret rotated" secret={made.secret} onClose={onClose}>
        <p>
          Until <DayAndTime at={made.endsAt} />, deliveries are signed with both secrets. Replace
          the old one before then.
        </p>
      </ShowSecret>
    )
  }
  return (
    <Confirm
      title="Rotate the signing secret?"
      text="A new secret is created. For 24 hours, deliveries are signed with both secrets, so that you can replace the old one without losing any. A secret that was replaced earlier stops signing now."
      verb="Rotate secret"
      change={rotate}
      onYes={() => void onYes()}
      onClose={onClose}
    />
  )
}

function Disable({ onClose }: Props) {
  const { endpoint, onChange } = useEndpoint()
  return (
    <ConfirmChange
      title={`Disable ${nameOf(endpoint)}?`}
      text="Queued deliveries are canceled; you can replay them later. Events that occur while it is disabled are not sent."
      verb="Disable endpoint"
      document={UpdateWebhook}
      variables={{ id: endpoint.id, enabled: false }}
      said="Endpoint disabled"
      onDone={onChange}
      onClose={onClose}
    />
  )
}

function Delete({ onClose }: Props) {
  const { pages } = useProject()
  const { endpoint } = useEndpoint()
  const navigate = useNavigate()
  return (
    <ConfirmChange
      title={`Delete ${nameOf(endpoint)}?`}
      text="Its delivery log and its signing secret are deleted, and queued deliveries are not sent. This cannot be undone."
      verb="Delete endpoint"
      document={DeleteWebhook}
      variables={{ id: endpoint.id }}
      said="Endpoint deleted"
      onDone={() => void navigate(pages.webhooks)}
      onClose={onClose}
    />
  )
}
