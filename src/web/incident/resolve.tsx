import { useEffect, useRef, useState, type ReactNode } from "react"
import { useClient } from "urql"
import { Button } from "../ui/button.tsx"
import { Confirm } from "../ui/dialog.tsx"
import { StatusNow } from "./incident-documents.ts"

type Asked = {
  /** The monitor, if there is one that the viewer may read. */
  monitor: { id: string; name: string } | null | undefined
  onResolve(): void
}

type Props = Asked & {
  isBusy: boolean
  /** Additional text of the button. */
  children?: ReactNode
}

/** Asks for confirmation if the monitor is still down, because nobody is paged for that outage again. */
export function Resolve({ monitor, isBusy, onResolve, children }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button isBusy={isBusy} onClick={() => (!monitor ? onResolve() : setIsAsking(true))}>
        Resolve{children}
      </Button>
      {isAsking && (
        <AskResolve
          monitor={monitor}
          onResolve={() => {
            setIsAsking(false)
            onResolve()
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

/** Resolves at once unless the monitor is down; then it asks first. */
export function AskResolve({ monitor, onResolve, onClose }: Asked & { onClose(): void }) {
  const client = useClient()
  const [isDown, setIsDown] = useState(false)
  const latest = useRef(onResolve)
  useEffect(() => {
    latest.current = onResolve
  })
  useEffect(() => {
    let isOpen = true
    const look = async () => {
      const { data } = !monitor
        ? { data: undefined }
        : await client
            .query(StatusNow, { id: monitor.id }, { requestPolicy: "network-only" })
            .toPromise()
      if (!isOpen) return
      const status = data?.monitor?.status
      if (status === "OFFLINE" || status === "DEGRADED") setIsDown(true)
      else latest.current()
    }
    void look()
    return () => {
      isOpen = false
    }
  }, [client, monitor?.id])
  if (!isDown) return null
  return (
    <Confirm
      title={`${monitor?.name} is still down`}
      text="Resolving stops all pages for this outage. If the monitor is still down in an hour, a new incident is declared and paged."
      verb="Resolve anyway"
      onYes={onResolve}
      onClose={onClose}
    />
  )
}
