import type { ReactNode } from "react"
import { useState } from "react"
import { useClient } from "urql"
import { Button } from "../ui/button.tsx"
import { Confirm } from "../ui/dialog.tsx"
import { StatusNow } from "./incident-documents.ts"

type Props = {
  /** The monitor; null for an incident without one. */
  monitor: { id: string; name: string } | null
  isBusy: boolean
  onResolve(): void
  /** Additional text of the button. */
  children?: ReactNode
}

/** Asks for confirmation if the monitor is still down, because nobody is paged for that outage again. */
export function Resolve({ monitor, isBusy, onResolve, children }: Props) {
  const client = useClient()
  const [isAsking, setIsAsking] = useState(false)
  const onPress = async () => {
    if (monitor === null) return onResolve()
    const { data } = await client
      .query(StatusNow, { id: monitor.id }, { requestPolicy: "network-only" })
      .toPromise()
    const status = data?.monitor?.status
    if (status === "OFFLINE" || status === "DEGRADED") setIsAsking(true)
    else onResolve()
  }
  return (
    <>
      <Button isBusy={isBusy} onClick={() => void onPress()}>
        Resolve{children}
      </Button>
      {isAsking && (
        <Confirm
          title={`${monitor?.name} is still down`}
          text="Resolving stops all pages for this outage. If the monitor is still down in an hour, a new incident is declared and paged."
          verb="Resolve anyway"
          isBusy={isBusy}
          refusal={null}
          onYes={() => {
            setIsAsking(false)
            onResolve()
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
