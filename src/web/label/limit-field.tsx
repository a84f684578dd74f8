import { Waiting } from "../ui/empty.tsx"
import { MultiPicker } from "../ui/picker.tsx"
import { useLabels } from "./use-labels.ts"

type Props = { label: string; hint?: string; defaultIds?: readonly string[] }

const none: readonly string[] = []

/** Labels that access is limited to; submitted as `labelIds`. */
export function LimitField({ label, hint, defaultIds = none }: Props) {
  const labels = useLabels()
  // Without its options the field would submit no labels, which is no limit.
  if (labels === undefined) return <Waiting />
  const known = new Set(labels.map(({ id }) => id))
  const options = [
    ...labels.map(({ id: value, name }) => ({ value, label: name })),
    ...defaultIds
      .filter((id) => !known.has(id))
      .map((value) => ({ value, label: "A further label" })),
  ]
  return (
    <MultiPicker
      label={label}
      {...(hint !== undefined && { hint })}
      name="labelIds"
      options={options}
      defaultValues={defaultIds}
      placeholder="Label"
    />
  )
}

/** Says what access is limited to; nothing without a limit. */
export function LimitWords({ ids }: { ids: readonly string[] }) {
  const labels = useLabels()
  if (ids.length === 0) return null
  const names = labels?.filter(({ id }) => ids.includes(id)).map(({ name }) => name) ?? []
  return <div>Only monitors with {names.length === 0 ? "certain labels" : names.join(", ")}</div>
}
