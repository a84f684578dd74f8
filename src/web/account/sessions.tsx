import { useCallback, useEffect, useState } from "react"
import { Part, SettingRow } from "../settings/part.tsx"
import { useSending } from "../sign-in/sending.ts"
import { listSessions, type OwnSession } from "../sign-in/session-list.ts"
import { send, signOut } from "../sign-in/session.ts"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Missing, Waiting } from "../ui/empty.tsx"
import { Ago } from "../ui/time.tsx"
import { toast } from "../ui/toast.tsx"
import { browserName } from "../ui/browser-name.ts"

/** Where the person is signed in. */
export function Sessions() {
  const [sessions, setSessions] = useState<OwnSession[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const sending = useSending()
  const read = useCallback(() => {
    listSessions().then(
      (found) => {
        setSessions(found)
        setError(null)
      },
      () => setError("Your sessions could not be read."),
    )
  }, [])
  useEffect(read, [read])

  const end = (path: string, body: Record<string, unknown>, words: string) =>
    sending.run(async () => {
      const answer = await send(path, body)
      if (!answer.ok) return answer
      toast(words)
      read()
      return null
    })
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? []
  return (
    <Part
      title="Sessions"
      text="A session ends 30 days after its last use."
      side={
        others.length > 0 && (
          <Button
            isBusy={sending.isRunning}
            onClick={() => end("/revoke-other-sessions", {}, "Signed out everywhere else")}
          >
            Sign out everywhere else
          </Button>
        )
      }
    >
      <Missing error={error ?? sending.refusal?.message ?? null} onAgain={read} />
      {sessions === null && error === null && <Waiting rows={2} />}
      <ul>
        {sessions?.map(({ id, token, isCurrent, userAgent, ipAddress, createdAt, updatedAt }) => (
          <SettingRow
            key={id}
            title={
              <>
                {browserName(userAgent)} {isCurrent && <Badge tone="good">This session</Badge>}
              </>
            }
            sub={
              <>
                {ipAddress} · signed in <Ago at={createdAt} /> · renewed <Ago at={updatedAt} />
              </>
            }
          >
            {isCurrent ? (
              <Button variant="quiet" onClick={() => void signOut()}>
                Sign out
              </Button>
            ) : (
              <Button
                variant="quiet"
                isBusy={sending.isRunning}
                aria-label={`Sign out ${browserName(userAgent)}`}
                onClick={() => end("/revoke-session", { token }, "Session ended")}
              >
                Sign out
              </Button>
            )}
          </SettingRow>
        ))}
      </ul>
    </Part>
  )
}
