import { useState } from "react"
import { useClient, type TypedDocumentNode } from "urql"
import { toast } from "../ui/toast.tsx"
import { errorInWords } from "./live-read.ts"

/** The result of one mutation. */
export type Changed = Record<string, { ids: string[] }>

type Words<D> = {
  /** What the toast says of what changed. */
  said(count: number, data: D): string
  unchanged(data: D): string
  /** Reverts what changed. */
  undo?: (ids: string[], data: D) => Promise<unknown>
}

/** Changes of many rows; the server says which of them changed, and only those are undone. */
export function useRunBulk(onDone: () => void) {
  const client = useClient()
  const [isRunning, setRunning] = useState(false)

  async function run<D extends Changed, V extends object>(
    document: TypedDocumentNode<D, V>,
    variables: V,
    { said, unchanged, undo }: Words<D>,
  ): Promise<void> {
    setRunning(true)
    const { data, error } = await client.mutation<D, V>(document, variables).toPromise()
    setRunning(false)
    if (data === undefined) {
      toast(error === undefined ? "Nothing changed" : errorInWords(error), { isBad: true })
      return
    }
    const ids = Object.values(data).flatMap((changed) => changed.ids)
    toast(
      ids.length === 0 ? unchanged(data) : said(ids.length, data),
      undo === undefined || ids.length === 0
        ? {}
        : { undo: () => void undo(ids, data).then(() => onDone()) },
    )
    onDone()
  }

  /** Without a word, unless it fails. */
  async function runSilent<D, V extends object>(
    document: TypedDocumentNode<D, V>,
    variables: V,
  ): Promise<void> {
    const { error } = await client.mutation<D, V>(document, variables).toPromise()
    if (error !== undefined) toast(errorInWords(error), { isBad: true })
  }

  return { isRunning, run, runSilent }
}
