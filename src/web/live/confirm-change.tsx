import type { ComponentProps } from "react"
import type { AnyVariables, TypedDocumentNode } from "urql"
import { Confirm } from "../ui/dialog.tsx"
import { toast } from "../ui/toast.tsx"
import { useChange } from "./apply-change.ts"

type Props<Data, Variables> = Omit<ComponentProps<typeof Confirm>, "change" | "onYes"> & {
  document: TypedDocumentNode<Data, Variables>
  variables: Variables
  /** What the toast says afterwards. */
  said?: string
  onDone(): void
}

/** Confirms a change that cannot be undone, and carries it out. */
export function ConfirmChange<Data, Variables extends AnyVariables>({
  document,
  variables,
  said,
  onDone,
  ...ask
}: Props<Data, Variables>) {
  const change = useChange(document)
  const onYes = async () => {
    if ((await change.run(variables)) === null) return
    ask.onClose()
    if (said !== undefined) toast(said)
    onDone()
  }
  return <Confirm {...ask} change={change} onYes={() => void onYes()} />
}
