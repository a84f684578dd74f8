import { useChange } from "../live/apply-change.ts"
import { Part } from "./part.tsx"
import { Refused } from "../ui/field.tsx"
import { Switch } from "../ui/switch.tsx"
import { toast } from "../ui/toast.tsx"
import { useProject } from "../project/project-context.ts"
import { RequireTwoFactor } from "../project/project-documents.ts"

/** For owners: whether members need a second factor. */
export function TwoFactorPart() {
  const { id: projectId, requiresTwoFactor } = useProject()
  const change = useChange(RequireTwoFactor)
  const set = async (isRequired: boolean) => {
    if ((await change.run({ projectId, isRequired })) === null) return
    toast(isRequired ? "A second factor is required" : "A second factor is no longer required")
  }
  return (
    <Part
      title="Two-factor authentication"
      text="Members without one-time codes or a passkey are asked to set one up before they can open this project."
    >
      <div className="part-body">
        {change.refusal !== null && <Refused refusal={change.refusal} />}
        <Switch
          label="Require a second factor"
          hint="Sign-ins through your identity provider count as having one: requiring it there is the provider's responsibility. API keys are not affected."
          isOn={requiresTwoFactor}
          isDisabled={change.isRunning}
          onChange={(isRequired) => void set(isRequired)}
        />
      </div>
    </Part>
  )
}
