import { builtInNames } from "../../../../findings/codes/incident.ts"
import type { Finding } from "../../../../findings/finding.ts"

/** A state or severity. */
type Named = { name: string; isBuiltIn: boolean }

/** Its name: built-in ones are translated. */
export function labelOf({ name, isBuiltIn }: Named): Finding {
  const builtIn = builtInNames.find((one) => one === name)
  return isBuiltIn && builtIn !== undefined
    ? { code: "built_in_label", parameters: { name: builtIn } }
    : { code: "own_label", parameters: { name } }
}

/** That an incident moved from one state to another. */
export const stateMoved = (from: Named, to: Named): Finding => ({
  code: "state_moved",
  parameters: { from: [labelOf(from)], to: [labelOf(to)] },
})
