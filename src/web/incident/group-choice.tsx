import { SmallChoice } from "../ui/small-choice.tsx"

type Props = { value: "none" | undefined; onChange(value: "none" | undefined): void }

/** Whether open problems are grouped by cause, as they are by default. */
export const GroupChoice = ({ value, onChange }: Props) => (
  <SmallChoice
    label="Group by"
    value={value ?? ""}
    options={[
      { value: "", label: "Group by cause" },
      { value: "none", label: "No groups" },
    ]}
    onChange={(chosen) => onChange(chosen === "none" ? chosen : undefined)}
  />
)
