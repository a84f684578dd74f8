import { useRouterState } from "@tanstack/react-router"
import { useEffect } from "react"
import { useClient, type AnyVariables, type TypedDocumentNode } from "urql"
import { toast, undoMs } from "../ui/toast.tsx"
import { useAgainOn } from "./again-on.ts"
import {
  bringBack,
  countDeletion,
  hide,
  sendDeletions,
  stopWaiting,
  useShown,
  type Deletion,
} from "../ui/deletions.ts"
import { errorInWords } from "./live-read.ts"

type Options<Variables> = {
  ids: readonly string[]
  variables: Variables
  /** What the toast says, such as "Label prod deleted". */
  said: string
  /** The page the person is on afterwards, if it is another one. */
  path?: string
}

/**
 * Deletes after ten seconds unless its toast undoes it; leaving the page deletes at once. The server cannot undo a
 * deletion, so that nothing is sent before.
 */
export function useDeleteLater<Variables extends AnyVariables>(
  document: TypedDocumentNode<unknown, Variables>,
): (options: Options<Variables>) => void {
  const client = useClient()
  // A closing page still sends it.
  const context = { fetchOptions: { credentials: "same-origin", keepalive: true } } as const
  return ({ ids, variables, said, path = location.pathname }) => {
    const end = () => {
      stopWaiting(deletion)
      clearTimeout(timer)
      close()
    }
    const deletion: Deletion = {
      path,
      async send() {
        end()
        const { error } = await client.mutation(document, variables, context).toPromise()
        if (error === undefined) return countDeletion()
        bringBack(ids)
        toast(errorInWords(error), { isBad: true })
      },
    }
    const undo = () => {
      end()
      bringBack(ids)
    }
    const timer = setTimeout(() => void deletion.send(), undoMs)
    const close = toast(said, { undo })
    hide(ids, deletion)
  }
}

/** What a list leaves out; it is read again after a deletion. */
export function useDeleted(again: () => void): ReadonlySet<string> {
  const { hidden, count } = useShown()
  useAgainOn(String(count), again)
  return hidden
}

/** No other page may show what was deleted: leaving the page sends the deletion. */
export function useDeletionsOnLeave(): void {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    void sendDeletions(path)
  }, [path])
  useEffect(() => {
    const send = () => void sendDeletions()
    addEventListener("pagehide", send)
    return () => {
      removeEventListener("pagehide", send)
      send()
    }
  }, [])
}
