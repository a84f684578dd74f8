import { textOf } from "../ui/finding-words.ts"
import { useEffect, useRef, useState } from "react"
import { useClient } from "urql"
import { useChange } from "../live/apply-change.ts"
import { Button } from "../ui/button.tsx"
import { toast } from "../ui/toast.tsx"
import { TeamChannel, TestTeamChannel } from "./channel-documents.ts"

const lookMs = 1000
const looks = 30

/** Sends a test message and reports how its delivery ends. */
export function TestButton({ id, onChange }: { id: string; onChange(): void }) {
  const client = useClient()
  const test = useChange(TestTeamChannel)
  const [isWaiting, setWaiting] = useState(false)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  async function run(): Promise<void> {
    const done = await test.run({ id })
    if (done === null) return
    setWaiting(true)
    const end = await endOf(done.testChannel.id)
    if (!isHere.current) return
    setWaiting(false)
    toast(end.words, { isBad: end.isBad })
    onChange()
  }

  async function endOf(deliveryId: string): Promise<{ words: string; isBad: boolean }> {
    for (let look = 0; look < looks && isHere.current; look += 1) {
      await new Promise((resolve) => setTimeout(resolve, lookMs))
      const { data } = await client.query(TeamChannel, { id }, { requestPolicy: "network-only" })
      const found = data?.channel?.deliveries.edges.find(({ node }) => node.id === deliveryId)?.node
      if (found?.state === "DELIVERED") return { words: "Test delivered", isBad: false }
      if (found?.state === "ACCEPTED") return { words: "Test accepted", isBad: false }
      if (found !== undefined && found.lastFindings.length > 0) {
        return { words: `Test failed: ${textOf(found.lastFindings)}`, isBad: true }
      }
    }
    return { words: "The test is still being sent.", isBad: false }
  }

  return (
    <div>
      <Button isBusy={test.isRunning || isWaiting} onClick={() => void run()}>
        {isWaiting ? "Sending…" : "Send test"}
      </Button>
      {test.refusal !== null && (
        <p className="field-issue" role="alert">
          {test.refusal.message}
        </p>
      )}
    </div>
  )
}
