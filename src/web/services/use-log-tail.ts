import { useEffect, useState } from "react"
import { useClient } from "urql"
import { errorInWords } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { LogsReceived, type LogRow } from "./log-documents.ts"

export type Tail = {
  state: "connecting" | "live" | "ended"
  rows: readonly LogRow[]
  /** How many arrived and are not shown, because too many arrived at once. */
  more: number
  error: string | null
}

const mostKept = 1000
const begun: Tail = { state: "connecting", rows: [], more: 0, error: null }

/** Records as they arrive, newest first; null while it is off. */
export function useLogTail(query: string, isOn: boolean): Tail | null {
  const { id: projectId } = useProject()
  const client = useClient()
  const [tail, setTail] = useState<Tail>(begun)
  useEffect(() => {
    if (!isOn) return undefined
    setTail(begun)
    const { unsubscribe } = client
      .subscription(LogsReceived, { projectId, query })
      .subscribe(({ data, error }) => {
        if (error !== undefined) {
          setTail((before) => ({ ...before, state: "ended", error: errorInWords(error) }))
          return
        }
        if (data === undefined) return
        const { records, more } = data.logsReceived
        setTail((before) => ({
          state: "live",
          rows: [...records, ...before.rows].slice(0, mostKept),
          more: before.more + more,
          error: null,
        }))
      })
    return unsubscribe
  }, [client, projectId, query, isOn])
  return isOn ? tail : null
}
