import { TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { Copyable } from "../ui/copy.tsx"
import { recordOf, type Kind } from "./channel-record.ts"

/** The settings of a kind, as the server's record describes them. */
export const SettingFields = ({ kind }: { kind: Kind }) =>
  recordOf(kind).entered?.map(({ name, label, type, example }) => (
    <TextField
      key={`${kind} ${name}`}
      label={label}
      name={name}
      at={`#/settings/${name}`}
      type={type}
      placeholder={example}
      autoComplete="off"
    />
  ))

export const readSettings = (kind: Kind, form: FormData): Record<string, string> =>
  Object.fromEntries(
    (recordOf(kind).entered ?? []).map(({ name }) => [name, entry(form, name).trim()]),
  )

/** How to get the settings from the provider; nothing if the fields explain themselves. */
export function SetupSteps({ kind }: { kind: Kind }) {
  const { setup } = recordOf(kind)
  if (setup === null) return null
  return (
    <div className="setup">
      <h2>How to set it up</h2>
      <ol>
        {setup.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {setup.callbackPath !== null && (
        <div className="field">
          <span className="legend">Callback URL, for buttons</span>
          <Copyable text={`${location.origin}${setup.callbackPath}`} label="callback URL" />
        </div>
      )}
      <a href={setup.docsPath}>All details in the documentation</a>
    </div>
  )
}
