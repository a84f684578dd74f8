import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { Button } from "../ui/button.tsx"
import { Missing } from "../ui/empty.tsx"
import { ChatAccountsQuery, DisconnectChatAccount } from "./account-documents.ts"

/** The person's connected chat accounts; hidden if there are none. */
export function Chats() {
  const { data, error, again } = useRead(ChatAccountsQuery, {})
  const disconnect = useChange(DisconnectChatAccount)
  if (error === null && !data?.chatAccounts.length) return null
  const end = async (memberId: string) => {
    if ((await disconnect.run({ memberId })) !== null) again()
  }
  return (
    <section className="card" aria-labelledby="chats">
      <div className="card-head">
        <h2 id="chats">Connected chat accounts</h2>
      </div>
      <Missing error={error} onAgain={again} />
      <p className="card-body muted">
        Actions these accounts take on an alert are recorded as yours.
      </p>
      <ul className="rows">
        {data?.chatAccounts.map(({ memberId, name }) => (
          <li key={memberId} className="person-row">
            <span>
              {name} <span className="badge">Discord</span>
            </span>
            <Button
              variant="quiet"
              isBusy={disconnect.isRunning}
              aria-label={`Disconnect ${name}`}
              onClick={() => void end(memberId)}
            >
              Disconnect
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
