import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { Menu } from "../ui/menu.tsx"
import { toast } from "../ui/toast.tsx"
import { DeletePolicy, UpdatePolicy, type PolicyRow } from "./policy-documents.ts"
import { counted } from "../ui/counted.ts"
import { ConfirmChange } from "../live/confirm-change.tsx"

type Props = {
  policy: Pick<PolicyRow, "id" | "name" | "isDefault" | "monitorCount">
  hasEdit?: boolean
  onChange(): void
  onDeleted?(): void
}

export function PolicyMenu({ policy, hasEdit = true, onChange, onDeleted = onChange }: Props) {
  const { pages, may } = useProject()
  const { id, name, isDefault, monitorCount } = policy
  const [isAsking, setAsking] = useState(false)
  const update = useChange(UpdatePolicy)
  const mayWrite = may("on_call:write")
  const makeDefault = async () => {
    if ((await update.run({ id, isDefault: !isDefault })) === null) {
      toast(`Could not change “${name}”.`, { isBad: true })
      return
    }
    toast(isDefault ? "The project has no default policy now." : `“${name}” is the default now.`)
    onChange()
  }
  return (
    <>
      <Menu
        label={`More actions for ${name}`}
        items={[
          mayWrite && hasEdit && { label: "Edit", link: pages.editPolicy(id) },
          { label: "Simulate an alert", link: { ...pages.simulate, search: { policy: id } } },
          mayWrite && {
            label: isDefault ? "Stop being the default" : "Make default",
            run: () => void makeDefault(),
          },
          mayWrite && "line",
          mayWrite && { label: "Delete…", isDanger: true, run: () => setAsking(true) },
        ]}
      />
      {isAsking && (
        <ConfirmChange
          title={`Delete “${name}”?`}
          text={
            isDefault
              ? "The project then has no default policy: alerts of monitors without a policy page the owners and admins."
              : monitorCount === undefined
                ? "Monitors that use it will use the default policy instead."
                : `${counted(monitorCount, "monitor uses", "monitors use")} it and will use the default policy instead.`
          }
          verb="Delete"
          document={DeletePolicy}
          variables={{ id }}
          said={`Policy “${name}” deleted.`}
          onDone={onDeleted}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
