import { useChange } from "../live/apply-change.ts"
import { useSession } from "../sign-in/session.ts"
import { Button } from "../ui/button.tsx"
import { Refused } from "../ui/field.tsx"
import { DayAndTime } from "../ui/time.tsx"
import { toast } from "../ui/toast.tsx"
import { Avatar } from "./person.tsx"
import { AcceptSwap, CancelSwap, DeclineSwap, type SwapRow } from "./swap-documents.ts"
import "./swaps.css"
import { Card } from "../ui/card.tsx"

type Props = { swaps: readonly SwapRow[]; onChange(): void }

/** Offers of shifts that wait for an answer: the viewer's, and those made to the viewer. */
export const SwapList = ({ swaps, onChange }: Props) =>
  swaps.length > 0 && (
    <Card title="Swap requests">
      <ul className="rows">
        {swaps.map((swap) => (
          <Line key={swap.id} swap={swap} onChange={onChange} />
        ))}
      </ul>
    </Card>
  )

function Line({ swap, onChange }: { swap: SwapRow; onChange(): void }) {
  const session = useSession()
  const accept = useChange(AcceptSwap)
  const decline = useChange(DeclineSwap)
  const cancel = useChange(CancelSwap)
  const { id, rotation, proposer, taker, startsAt, endsAt, note } = swap
  const isAsked = session.state === "signed-in" && session.person.id === taker.id
  const refusal = accept.refusal ?? decline.refusal ?? cancel.refusal
  const isBusy = accept.isRunning || decline.isRunning || cancel.isRunning
  const answer = async (change: typeof accept | typeof decline | typeof cancel, words: string) => {
    if ((await change.run({ id })) === null) return
    toast(words)
    onChange()
  }
  return (
    <li className="swap-line">
      <Avatar name={isAsked ? proposer.name : taker.name} />
      <div className="swap-text">
        <strong>
          {isAsked
            ? `${proposer.name} asks you to take “${rotation.name}”`
            : `You asked ${taker.name} to take “${rotation.name}”`}
        </strong>
        <span className="muted small">
          <DayAndTime at={startsAt} /> to <DayAndTime at={endsAt} />
        </span>
        {note !== "" && <span className="words small">{note}</span>}
        {refusal !== null && <Refused refusal={refusal} />}
      </div>
      {isAsked ? (
        <span className="row">
          <Button isBusy={isBusy} onClick={() => void answer(decline, "Swap declined")}>
            Decline
          </Button>
          <Button
            variant="accent"
            isBusy={isBusy}
            onClick={() => void answer(accept, "Swap accepted: you are on call then")}
          >
            Accept
          </Button>
        </span>
      ) : (
        <Button isBusy={isBusy} onClick={() => void answer(cancel, "Swap request withdrawn")}>
          Withdraw
        </Button>
      )}
    </li>
  )
}
