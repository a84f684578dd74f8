import { useChange } from "../live/apply-change.ts"
import { toast } from "../ui/toast.tsx"
import { useBuilder, type Draft } from "./builder-context.ts"
import { UpdateStatusPage } from "./status-page-documents.ts"

/** For a `FormCard`: saves or discards some of a page's unsaved settings; the others stay unsaved. */
export function useSaveDraft(fields: readonly (keyof Draft)[]) {
  const { page, draft, discard, again } = useBuilder()
  const update = useChange(UpdateStatusPage)
  const own = Object.fromEntries(
    Object.entries(draft).filter(([name]) => fields.includes(name as keyof Draft)),
  ) as Draft
  return {
    refusal: update.refusal,
    isBusy: update.isRunning,
    isDirty: Object.keys(own).length > 0,
    onDiscard: () => discard(fields),
    async onSend() {
      if ((await update.run({ id: page.id, ...own })) === null) return
      discard(fields)
      toast("Saved")
      again()
    },
  }
}
