import { useNavigate, type LinkProps } from "@tanstack/react-router"
import type { TypedDocumentNode } from "urql"
import { useChange } from "../live/apply-change.ts"
import { toast } from "../ui/toast.tsx"
import { useProject } from "./project-context.ts"

/** What the mutation of a thing returns: its id. */
type Saved = Record<string, { id: string }>

type Options = {
  /** What the toast says afterwards. */
  said?: string | undefined
  /** The page of the thing, which is opened afterwards. */
  page?: (id: string) => LinkProps
}

/** Creates a thing of the project, or changes the one with this id. */
export function useSave<Input extends object>(
  create: TypedDocumentNode<Saved, Input & { projectId: string }>,
  update: TypedDocumentNode<Saved, Input & { id: string }>,
  id: string | undefined,
) {
  const { id: projectId } = useProject()
  const navigate = useNavigate()
  const creation = useChange(create)
  const edit = useChange(update)
  const { isRunning, refusal } = id === undefined ? creation : edit
  return {
    isRunning,
    refusal,
    /** Whether it was saved. */
    async run(input: Input, { said, page }: Options = {}): Promise<boolean> {
      const done = await (id === undefined
        ? creation.run({ ...input, projectId })
        : edit.run({ ...input, id }))
      const saved = done && Object.values(done)[0]
      if (!saved) return false
      if (said !== undefined) toast(said)
      if (page !== undefined) await navigate({ ...page(saved.id), replace: true })
      return true
    },
  }
}
