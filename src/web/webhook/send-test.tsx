import { useChange } from "../live/apply-change.ts"
import { Button } from "../ui/button.tsx"
import { toast } from "../ui/toast.tsx"
import { SendTestEvent } from "./delivery-documents.ts"
import { useEndpoint } from "./endpoint-context.ts"

type Props = { isPrimary?: boolean; onSent(): void }

/** Sends `webhook_endpoint.test`; the log shows how it ends. */
export function SendTest({ isPrimary = false, onSent }: Props) {
  const { endpoint } = useEndpoint()
  const test = useChange(SendTestEvent)
  const run = async () => {
    if ((await test.run({ endpointId: endpoint.id })) === null) return
    toast("Test event queued")
    onSent()
  }
  return (
    <>
      <Button
        variant={isPrimary ? "accent" : "plain"}
        isBusy={test.isRunning}
        onClick={() => void run()}
      >
        Send test event
      </Button>
      {test.refusal !== null && (
        <p className="field-issue" role="alert">
          {test.refusal.message}
        </p>
      )}
    </>
  )
}
