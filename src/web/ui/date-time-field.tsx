import { TextField } from "./field.tsx"
import { entry } from "./form-entry.ts"
import { momentOf, viewerZone, wallOf } from "./zone.ts"

type Props = {
  label: string
  name: string
  at?: string
  hint?: string
  /** ISO 8601. */
  defaultValue?: string | null
  isRequired?: boolean
  /** ISO 8601; null if it is empty or incomplete. */
  onChange?(at: string | null): void
}

/** A date and time in the viewer's zone, which is named below. */
export const DateTimeField = ({ hint, defaultValue, isRequired, onChange, ...rest }: Props) => (
  <TextField
    type="datetime-local"
    hint={hint === undefined ? viewerZone() : `${hint} ${viewerZone()}.`}
    defaultValue={defaultValue ? toLocal(new Date(defaultValue)) : ""}
    required={isRequired}
    onChange={({ target }) => onChange?.(toIso(target.value))}
    {...rest}
  />
)

/** What the field submitted as ISO 8601; null if it is empty. */
export function readDateTime(form: FormData, name: string): string | null {
  return toIso(entry(form, name))
}

const toIso = (local: string): string | null =>
  local === "" ? null : new Date(momentOf(Date.parse(`${local}Z`))).toISOString()

const toLocal = (at: Date): string => new Date(wallOf(at.getTime())).toISOString().slice(0, 16)
