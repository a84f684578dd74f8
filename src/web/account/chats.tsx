import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { Part, SettingRow } from "../settings/part.tsx"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Missing } from "../ui/empty.tsx"
import { Ago } from "../ui/time.tsx"
import { ChatAccountsQuery, DisconnectChatAccount } from "./account-documents.ts"

const hostWord = { DISCORD: "Discord" } as const

/** The person's connected chat accounts; hidden if there are none. */
export function Chats() {
  const { data, error, again } = useRead(ChatAccountsQuery, {})
  const disconnect = useChange(DisconnectChatAccount)
  if (error === null && !data?.chatAccounts.length) return null
  const end = async (memberId: string) => {
    if ((await disconnect.run({ memberId })) !== null) again()
  }
  return (
    <Part
      title="Connected chat accounts"
      text="Actions these accounts take on an alert are recorded as yours."
    >
      <Missing error={error} onAgain={again} />
      <ul>
        {data?.chatAccounts.map(({ memberId, name, host, createdAt }) => (
          <SettingRow
            key={memberId}
            title={
              <>
                {name} <Badge>{hostWord[host]}</Badge>
              </>
            }
            sub={
              <>
                connected <Ago at={createdAt} />
              </>
            }
          >
            <Button
              variant="quiet"
              isBusy={disconnect.isRunning}
              aria-label={`Disconnect ${name}`}
              onClick={() => void end(memberId)}
            >
              Disconnect
            </Button>
          </SettingRow>
        ))}
      </ul>
    </Part>
  )
}
