import { textOf } from "../ui/finding-words.ts"
import { useState } from "react"
import { useClient } from "urql"
import { useChange } from "../live/apply-change.ts"
import { LastTest, TestChannel } from "./contact-documents.ts"

const lookMs = 1000
const looks = 30

/** Sends a test and describes its progress until it ends. */
export function useTest(id: string, onChange: () => void) {
  const client = useClient()
  const test = useChange(TestChannel)
  const [words, setWords] = useState("")

  async function follow(): Promise<void> {
    setWords("")
    const done = await test.run({ id })
    if (done === null) return
    setWords("Sending a test…")
    setWords(await endOf(done.testChannel.id))
    onChange()
  }

  async function endOf(deliveryId: string): Promise<string> {
    for (let look = 0; look < looks; look += 1) {
      await new Promise((resolve) => setTimeout(resolve, lookMs))
      const { data } = await client.query(LastTest, { id }, { requestPolicy: "network-only" })
      const found = data?.channel?.deliveries.edges.find(({ node }) => node.id === deliveryId)?.node
      if (found?.state === "DELIVERED") return "Test delivered."
      if (found?.state === "ACCEPTED") return "The provider accepted the test."
      if (found?.state === "DEAD") return `Test failed: ${textOf(found.lastFindings)}`
      if (found !== undefined && found.lastFindings.length > 0) {
        return `Retrying: ${textOf(found.lastFindings)}`
      }
    }
    return "The test is still being sent."
  }

  return {
    words: test.refusal?.message ?? words,
    isRunning: test.isRunning || words === "Sending a test…",
    run: () => void follow(),
  }
}
